import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRead } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { useIsVisible } from '#web/ui/hooks/use-is-visible.ts'
import { updateConversations, type OpenConversation } from './conversation-cache.ts'
import { allChatsKey } from './queries.ts'

/** Opening a conversation reads it (CHAT-11), and so does each message that arrives while the page is looked at. */
export function useRead({ conversation: { id, readSeq, profile }, messages }: OpenConversation) {
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
      void client.invalidateQueries({ queryKey: allChatsKey })
    },
  })
  // What one says oneself needs no reading.
  const heardSeq = messages.findLast(({ senderId }) => senderId === profile.id)?.seq ?? 0
  useEffect(() => {
    if (id !== null && isVisible && heardSeq > readSeq) mutate({ conversationId: id, seq: heardSeq })
  }, [id, isVisible, heardSeq, readSeq, mutate])
}
