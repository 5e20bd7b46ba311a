import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRead } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { useIsVisible } from '#web/ui/hooks/use-is-visible.ts'
import { refetchChats } from './chats-cache.ts'
import { updateConversation } from './conversation-cache.ts'
import { markReadUpTo, unreadUpTo, type OpenConversation } from './conversation-merge.ts'

/** Marks a conversation as read when it is opened (CHAT-11), and each message that arrives while the page is visible. */
export function useMarkRead(open: OpenConversation) {
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const { mutate } = useMutation({
    mutationFn: ({ conversationId, seq }: { conversationId: string; seq: number }) =>
      call(markRead, { params: { conversationId }, body: { seq } }),
    onSuccess: (_reply, { conversationId, seq }) => {
      updateConversation(client, conversationId, (cached) => markReadUpTo(cached, { reader: 'viewer', seq }))
      void refetchChats(client)
    },
  })
  const conversationId = open.conversation.id
  const seq = unreadUpTo(open)
  useEffect(() => {
    if (conversationId !== null && isVisible && seq !== null) mutate({ conversationId, seq })
  }, [conversationId, isVisible, seq, mutate])
}
