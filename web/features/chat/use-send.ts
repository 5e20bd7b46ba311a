import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendMessage } from '#contract/chat.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { addMessage } from './conversation-cache.ts'
import type { OutgoingMessage } from './feed-rows.ts'
import { dropOutgoing, outgoingKey, putOutgoing } from './outgoing.ts'
import { allChatsKey } from './queries.ts'

/**
 * Sends to one member, one message after the other, each shown at once. A message keeps its client id through every
 * try, so however often it is sent, it arrives and costs once.
 */
export function useSend(profileId: string) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const { data: outgoing = [] } = useQuery<readonly OutgoingMessage[]>({
    queryKey: outgoingKey(profileId),
    queryFn: skipToken,
    gcTime: Infinity,
  })

  const { mutate } = useMutation({
    scope: { id: `send to ${profileId}` },
    mutationFn: ({ clientId, body }: OutgoingMessage) =>
      call(sendMessage, { params: { profileId }, body: { clientId, body } }, { isRepeatable: true }),
    onSuccess: ({ message, credits }) => {
      addMessage(client, profileId, message)
      dropOutgoing(client, profileId, message.clientId)
      client.setQueryData(userQuery().queryKey, (known) => (known?.user ? { user: { ...known.user, credits } } : known))
      void client.invalidateQueries({ queryKey: allChatsKey })
    },
    onError: (error, message) => {
      const isUnpaid = error instanceof ApiError && error.code === 'credits.insufficient'
      putOutgoing(client, profileId, { ...message, problem: errorText(error), isUnpaid })
    },
  })

  function put(message: OutgoingMessage) {
    putOutgoing(client, profileId, message)
    mutate(message)
  }

  return {
    outgoing,
    hasNoCredits: outgoing.some(({ isUnpaid }) => isUnpaid),
    send: (body: string) =>
      put({ clientId: crypto.randomUUID(), body, sentAt: new Date().toISOString(), problem: null }),
    retry: (message: OutgoingMessage) => put({ ...message, problem: null, isUnpaid: false }),
    discard: ({ clientId }: OutgoingMessage) => dropOutgoing(client, profileId, clientId),
  }
}
