import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { sendMessage } from '#contract/chat.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { addMessages } from './conversation-cache.ts'
import type { OutgoingMessage } from './feed-rows.ts'
import { chatsQuery } from './queries.ts'

/**
 * Sends to one member, one message after the other, each shown at once. A message keeps its client id through every
 * try, so however often it is sent, it arrives and costs once.
 */
export function useSend(profileId: string) {
  const client = useQueryClient()
  const t = useTranslations('chat')
  const errorText = useErrorText()
  const [outgoing, setOutgoing] = useState<OutgoingMessage[]>([])
  const [hasNoCredits, setHasNoCredits] = useState(false)

  const { mutate } = useMutation({
    scope: { id: `send to ${profileId}` },
    mutationFn: ({ clientId, body }: OutgoingMessage) =>
      call(sendMessage, { params: { profileId }, body: { clientId, body } }, { isRepeatable: true }),
    onSuccess: ({ message, credits }) => {
      addMessages(client, profileId, [message])
      setOutgoing((all) => all.filter(({ clientId }) => clientId !== message.clientId))
      client.setQueryData(userQuery().queryKey, (known) => (known?.user ? { user: { ...known.user, credits } } : known))
      void client.invalidateQueries({ queryKey: chatsQuery().queryKey })
    },
    onError: (error, { clientId }) => {
      const isForCredits = error instanceof ApiError && error.code === 'credits.insufficient'
      setHasNoCredits(isForCredits)
      // The sentence about credits stands above the field, with the way to get some.
      const problem = isForCredits ? t('notSent') : errorText(error)
      setOutgoing((all) => all.map((each) => (each.clientId === clientId ? { ...each, problem } : each)))
    },
  })

  function send(body: string) {
    const message = { clientId: crypto.randomUUID(), body, sentAt: new Date().toISOString(), problem: null }
    setHasNoCredits(false)
    setOutgoing((all) => [...all, message])
    mutate(message)
  }

  function retry(message: OutgoingMessage) {
    const again = { ...message, problem: null }
    setHasNoCredits(false)
    setOutgoing((all) => all.map((each) => (each.clientId === message.clientId ? again : each)))
    mutate(again)
  }

  function discard({ clientId }: OutgoingMessage) {
    setHasNoCredits(false)
    setOutgoing((all) => all.filter((each) => each.clientId !== clientId))
  }

  return { outgoing, hasNoCredits, send, retry, discard }
}
