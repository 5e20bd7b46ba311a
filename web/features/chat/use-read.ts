import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRead, type Conversation } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { useIsVisible } from '#web/ui/use-is-visible.ts'
import { updateConversations } from './conversation-cache.ts'
import { chatsQuery } from './queries.ts'

/** Opening a conversation reads it (spec §4), and so does each message that arrives while the page is looked at. */
export function useRead({ id, lastSeq, readSeq }: Conversation) {
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const { mutate } = useMutation({
    mutationFn: ({ conversationId, seq }: { conversationId: string; seq: number }) =>
      call(markRead, { params: { conversationId }, body: { seq } }),
    onSuccess: (_reply, { conversationId, seq }) => {
      updateConversations(
        client,
        ({ conversation }) => conversation.id === conversationId,
        (open) => ({ ...open, conversation: { ...open.conversation, readSeq: seq } }),
      )
      void client.invalidateQueries({ queryKey: chatsQuery().queryKey })
    },
  })
  useEffect(() => {
    if (id !== null && isVisible && lastSeq > readSeq) mutate({ conversationId: id, seq: lastSeq })
  }, [id, isVisible, lastSeq, readSeq, mutate])
}
