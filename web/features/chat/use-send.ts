import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendMessage } from '#contract/chat.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { refetchChats } from './chats-cache.ts'
import { addMessage, applyDespiteFetches } from './conversation-cache.ts'
import { dropOutgoing, outboxKey, putOutgoing, updateOutbox, type OutgoingMessage } from './outbox.ts'

/**
 * Sends messages to one member, one after the other. Each is in the outbox until the server has acknowledged it, and
 * sending goes on after the component that started it is gone.
 */
export function useSend(profileId: string) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const { mutate } = useMutation({
    scope: { id: `send to ${profileId}` },
    mutationFn: ({ clientId, body }: OutgoingMessage) =>
      call(sendMessage, { params: { profileId }, body: { clientId, body } }, { isRepeatable: true }),
    onSuccess: ({ message, credits }) => {
      applyDespiteFetches(client, () => addMessage(client, profileId, message))
      updateOutbox(client, profileId, (outbox) => dropOutgoing(outbox, message.clientId))
      client.setQueryData(userQuery().queryKey, (known) => (known?.user ? { user: { ...known.user, credits } } : known))
      void refetchChats(client)
    },
    onError: (error, message) => {
      const isUnpaid = error instanceof ApiError && error.code === 'credits.insufficient'
      updateOutbox(client, profileId, (outbox) =>
        putOutgoing(outbox, { ...message, problem: errorText(error), isUnpaid }),
      )
    },
  })

  function enqueue(message: OutgoingMessage) {
    updateOutbox(client, profileId, (outbox) => putOutgoing(outbox, message))
    mutate(message)
  }

  return {
    send: (body: string) =>
      enqueue({ clientId: crypto.randomUUID(), body, sentAt: new Date().toISOString(), problem: null }),
    retry: (message: OutgoingMessage) => enqueue({ ...message, problem: null, isUnpaid: false }),
    discard: ({ clientId }: OutgoingMessage) =>
      updateOutbox(client, profileId, (outbox) => dropOutgoing(outbox, clientId)),
  }
}

/** The messages that wait to be sent to one member, and those that were rejected. */
export function useOutbox(profileId: string) {
  const { data = [] } = useQuery<readonly OutgoingMessage[]>({
    queryKey: outboxKey(profileId),
    queryFn: skipToken,
    gcTime: Infinity,
  })
  return data
}
