import type { MessagePrices } from '#contract/chat/schemas.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import { outgoingKinds, type OutboxContent, type OutgoingKindName } from '#web/features/chat/outbox/outgoing-kinds.ts'

export function isUnpaid({ problem }: Pick<OutboxMessage, 'problem'>) {
  return problem?.code === 'credits.insufficient'
}

/** Price of a message in credits, as its button shows it. */
export function contentPrice<K extends OutgoingKindName>(prices: MessagePrices, content: OutboxContent<K>) {
  return outgoingKinds[content.kind].price(prices, content)
}
