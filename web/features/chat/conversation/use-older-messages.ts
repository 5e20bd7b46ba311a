import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getMessages } from '#contract/chat/chat.ts'
import { call } from '#web/api/call.ts'
import { updateConversation } from './conversation-cache.ts'
import { mergeOlderMessages, olderMessagesInput, type OpenConversation } from './conversation-merge.ts'

/** Fetches the messages before the first one that is shown. */
export function useOlderMessages(open: OpenConversation) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ conversationId, before }: { conversationId: string; before: number }) =>
      call(getMessages, { params: { conversationId }, query: { before } }),
    onSuccess: (page, { conversationId }) =>
      updateConversation(client, conversationId, (cached) => mergeOlderMessages(cached, page)),
  })
  const input = olderMessagesInput(open)
  return {
    isPending,
    /** Why the last try failed; null while there is another one. */
    error,
    load() {
      if (input && !isPending) mutate(input)
    },
  }
}
