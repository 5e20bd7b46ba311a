import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href, useNavigate } from 'react-router'
import { deleteChat, type getChats } from '#contract/chat.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { refetchConversations } from './conversation-cache.ts'
import { allChatsKey } from './queries.ts'

/** Takes the conversation away first, then asks the server; on failure says so and fetches the list again (CHAT-12). */
export function useDeleteChat() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: (conversation: string) => call(deleteChat, { body: { conversation } }),
    onMutate: async (removed) => {
      await client.cancelQueries({ queryKey: allChatsKey })
      client.setQueriesData<ReplyOf<typeof getChats>>({ queryKey: allChatsKey }, (list) =>
        list ? { ...list, chats: list.chats.filter(({ conversation }) => conversation.id !== removed) } : list,
      )
      await navigate(href('/chats'), { replace: true })
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
    onSettled: () => {
      refetchConversations(client)
      return client.invalidateQueries({ queryKey: allChatsKey })
    },
  })
  return mutate
}
