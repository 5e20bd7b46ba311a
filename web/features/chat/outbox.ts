import type { QueryClient } from '@tanstack/react-query'

/** A message of the viewer that the server has not acknowledged yet. */
export interface OutgoingMessage {
  /** Stays the same through every retry, so that the message is stored and charged once (CHAT-2). */
  clientId: string
  body: string
  sentAt: string
  /** Sentence that says why it was not sent; null while it is being sent. */
  problem: string | null
  /** Rejected for lack of credits. */
  isUnpaid?: boolean
}

type Outbox = readonly OutgoingMessage[]

export const outboxKey = (profileId: string) => ['outgoing messages', profileId]

/** Appends a message, or replaces its earlier try. */
export function putOutgoing(outbox: Outbox, message: OutgoingMessage): Outbox {
  return outbox.some(({ clientId }) => clientId === message.clientId)
    ? outbox.map((each) => (each.clientId === message.clientId ? message : each))
    : [...outbox, message]
}

/** Removes a message that was sent or discarded. */
export function dropOutgoing(outbox: Outbox, clientId: string): Outbox {
  return outbox.filter((each) => each.clientId !== clientId)
}

/** Changes the messages that wait for one member. They outlive the page, so that a rejection is still shown on return. */
export function updateOutbox(client: QueryClient, profileId: string, change: (outbox: Outbox) => Outbox) {
  const queryKey = outboxKey(profileId)
  client.setQueryDefaults(queryKey, { gcTime: Infinity })
  client.setQueryData<Outbox>(queryKey, (outbox) => change(outbox ?? []))
}

/** Messages that the server has not acknowledged. The acknowledged one may arrive before its reply. */
export function unacknowledged(outbox: Outbox, messages: readonly { clientId: string }[]): Outbox {
  const acknowledged = new Set(messages.map(({ clientId }) => clientId))
  return outbox.filter(({ clientId }) => !acknowledged.has(clientId))
}
