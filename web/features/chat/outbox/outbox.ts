import type { QueryClient } from '@tanstack/react-query'
import type { ErrorParams } from '#contract/errors.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import type { ApiErrorCode } from '#web/api/api-error.ts'
import type { OutboxContent } from './outgoing-kinds.ts'

/** Why the server rejected a message, or why it could not be prepared. */
export interface SendProblem {
  code: ApiErrorCode
  params: ErrorParams
}

/** A message of the viewer that the server has not acknowledged yet. */
export type OutboxMessage = OutboxContent & {
  /** Stays the same through every retry, so that the message is stored and charged once (CHAT-2). */
  clientId: string
  sentAt: string
  /** In credits, as the viewer was shown it. Messages stored by an earlier version of the site have none. */
  price?: number
  /** Number of the message that this one answers. */
  replyTo: number | null
  /** The answer or photo of the receiver that it is about. */
  quote?: ProfileQuote | null
  /** Null while it waits or is being sent. A rejected message waits for the viewer. */
  problem: SendProblem | null
  /** How much of the photo or recording is uploaded, from 0 to 1. In this tab only. */
  share?: number
}

export type Outbox = readonly OutboxMessage[]

export const outboxKey = (profileId: string) => ['outgoing messages', profileId]

/** Makes a message that waits to be sent. */
export function newOutgoing(
  content: OutboxContent,
  { price, replyTo, quote = null, now }: Pick<OutboxMessage, 'replyTo' | 'quote'> & { price: number; now: Date },
) {
  const message: OutboxMessage = {
    ...content,
    clientId: crypto.randomUUID(),
    sentAt: now.toISOString(),
    price,
    replyTo,
    quote,
    problem: null,
  }
  return message
}

/** A rejected message that is sent again: at the price that the rejection named, without a lost quote. */
export function sentAgain({ problem, ...message }: OutboxMessage): OutboxMessage {
  const count = problem?.code === 'chat.price_changed' ? problem.params['count'] : undefined
  return {
    ...message,
    problem: null,
    ...(typeof count === 'number' && { price: count }),
    ...(problem?.code === 'chat.quote_not_found' && { quote: null }),
  }
}

/** Appends a message, or replaces its earlier try. */
export function putOutgoing(outbox: Outbox, message: OutboxMessage): Outbox {
  return outbox.some(({ clientId }) => clientId === message.clientId)
    ? outbox.map((each) => (each.clientId === message.clientId ? message : each))
    : [...outbox, message]
}

/** Changes a message if it is still there: another tab may have sent it. */
export function changeOutgoing(
  outbox: Outbox,
  clientId: string,
  part: Partial<Pick<OutboxMessage, 'problem' | 'share'>>,
) {
  return outbox.map((each) => (each.clientId === clientId ? { ...each, ...part } : each))
}

/** The stored messages, with the upload progress that only this tab knows. */
export function withShares(stored: Outbox, shown: Outbox): Outbox {
  return stored.map((message) => {
    const share = shown.find(({ clientId }) => clientId === message.clientId)?.share
    return share === undefined ? message : { ...message, share }
  })
}

/** Removes a message that was sent or discarded. */
export function dropOutgoing(outbox: Outbox, clientId: string): Outbox {
  return outbox.filter((each) => each.clientId !== clientId)
}

/** Returns the message that is sent next: the first one that was not rejected. */
export function nextOutgoing(outbox: Outbox) {
  return outbox.find(({ problem }) => problem === null)
}

/** Changes the messages that wait for one member. They outlive the page: a rejection is shown on return. */
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
