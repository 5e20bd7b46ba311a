import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getMessages } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { mergeMessages, updateConversations, type OpenConversation } from './conversation-cache.ts'

/** Fetches the messages before the first one that is shown. */
export function useOlder({ conversation: { id }, messages, hasMore }: OpenConversation) {
  const client = useQueryClient()
  const first = messages[0]?.seq
  const { mutate, isPending } = useMutation({
    mutationFn: ({ conversationId, before }: { conversationId: string; before: number }) =>
      call(getMessages, { params: { conversationId }, query: { before } }),
    onSuccess: (older, { conversationId }) =>
      updateConversations(
        client,
        ({ conversation }) => conversation.id === conversationId,
        (open) => ({ ...open, hasMore: older.hasMore, messages: mergeMessages(older.messages, open.messages) }),
      ),
  })
  return {
    isPending,
    load() {
      if (hasMore && !isPending && id !== null && first !== undefined) mutate({ conversationId: id, before: first })
    },
  }
}
