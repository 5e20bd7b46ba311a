import type { Conversation, MessagePrices } from '#contract/chat/schemas.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import { outgoingKinds, type OutboxContent, type OutgoingKindName } from '#web/features/chat/outbox/outgoing-kinds.ts'

interface ShortageInput {
  conversation: Pick<Conversation, 'prices' | 'rejection'>
  /** The viewer's balance. */
  credits: number
}

/** Whether the viewer lacks credits for the next text (CHAT-5), unless nothing can be sent anyway. */
export function lacksCredits({ conversation: { prices, rejection }, credits }: ShortageInput) {
  return rejection === null && credits < prices.text
}

export function isUnpaid({ problem }: Pick<OutboxMessage, 'problem'>) {
  return problem?.code === 'credits.insufficient'
}

/** Price of a message in credits, as its button shows it. */
export function contentPrice<K extends OutgoingKindName>(prices: MessagePrices, content: OutboxContent<K>) {
  return outgoingKinds[content.kind].price(prices, content)
}
