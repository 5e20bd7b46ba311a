import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href, useNavigate } from 'react-router'
import { deleteChat } from '#contract/chat/calls.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { refetchChats, removeChat } from './chats-cache.ts'
import { refetchConversations } from '#web/features/chat/conversation/conversation-cache.ts'
import { allChatsKey } from '#web/features/chat/queries.ts'
import { forgetConversation } from '#web/features/chat/offline/stored-conversations.ts'

interface DeletedChat {
  conversation: string
  /** The last message that this client has seen: one that arrives meanwhile stays, and stays unread. */
  seq: number
}

/** Removes a conversation from the list, then on the server; a failure alerts and refetches (CHAT-12). */
export function useDeleteChat() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const showError = useErrorToast()
  const memberId = useUser()?.profile.id
  const { mutate } = useMutation({
    mutationFn: ({ conversation, seq }: DeletedChat) =>
      call(deleteChat, { body: { conversation, ...(seq > 0 && { seq }) } }),
    onMutate: async ({ conversation }) => {
      await client.cancelQueries({ queryKey: allChatsKey })
      removeChat(client, conversation)
      await navigate(href('/chats'), { replace: true })
      // After the page is left, which keeps what it shows.
      if (memberId) await forgetConversation(memberId, { conversationId: conversation })
    },
    onError: showError,
    onSettled: () => {
      refetchConversations(client)
      return refetchChats(client)
    },
  })
  return mutate
}
