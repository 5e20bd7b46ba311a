import { useMutation, useQueryClient } from '@tanstack/react-query'
import { href, useNavigate } from 'react-router'
import { deleteChat, getConversation, getConversationWith } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import { chatsQuery } from './queries.ts'

/** Takes the conversation away first, then asks the server; on failure says so and fetches the list again (spec §4). */
export function useDeleteChat() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const errorText = useErrorText()
  const { queryKey } = chatsQuery()
  const { mutate } = useMutation({
    mutationFn: (conversation: string) => call(deleteChat, { body: { conversation } }),
    onMutate: async (removed) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) =>
        list ? { ...list, chats: list.chats.filter(({ conversation }) => conversation.id !== removed) } : list,
      )
      await navigate(href('/chats'), { replace: true })
    },
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
    onSettled: () => {
      for (const endpoint of [getConversation, getConversationWith]) {
        client.removeQueries({ queryKey: apiQueryKey(endpoint), type: 'inactive' })
      }
      return client.invalidateQueries({ queryKey })
    },
  })
  return mutate
}
