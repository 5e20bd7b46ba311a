import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'
import { newOutgoing, outboxKey, sentAgain, type Outbox, type OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import type { OutboxContent } from '#web/features/chat/outbox/outgoing-kinds.ts'
import { senderOfTab } from '#web/features/chat/outbox/sender-of-tab.ts'

/**
 * Sends messages to one member, in order. Each is stored on the device until the server has acknowledged it,
 * so sending continues after its component is gone, after a reload, and when the connection is back.
 */
export function useSend(profileId: string) {
  const client = useQueryClient()
  const memberId = useUser()?.profile.id

  const enqueue = useCallback(
    (message: OutboxMessage) => {
      if (memberId) void senderOfTab(client, memberId).enqueue(profileId, message)
    },
    [client, memberId, profileId],
  )
  const sendContent = (content: OutboxContent, written: Pick<OutboxMessage, 'replyTo' | 'quote'> & { price: number }) =>
    enqueue(newOutgoing(content, { ...written, now: new Date() }))
  const retry = useCallback((message: OutboxMessage) => enqueue(sentAgain(message)), [enqueue])
  const discard = useCallback(
    ({ clientId }: OutboxMessage) => {
      if (memberId) void senderOfTab(client, memberId).discard(profileId, clientId)
    },
    [client, memberId, profileId],
  )
  return { sendContent, retry, discard }
}

/** The same for all renderings. */
const nothing: Outbox = []

/** The messages that wait to be sent to one member, and those that were rejected. */
export function useOutbox(profileId: string): Outbox {
  const client = useQueryClient()
  const memberId = useUser()?.profile.id
  const { data = nothing } = useQuery<Outbox>({ queryKey: outboxKey(profileId), queryFn: skipToken, gcTime: Infinity })
  useEffect(() => {
    if (memberId) void senderOfTab(client, memberId).load(profileId)
  }, [client, memberId, profileId])
  return data
}
