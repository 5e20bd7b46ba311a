import type { Conversation, MessagePrices } from '#contract/chat/schemas.ts'
import { gifts, type Gift } from '#contract/chat/gifts.ts'
import type { OutboxContent, OutboxMessage } from '#web/features/chat/outbox/outbox.ts'

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

/** Price of a gift in credits (CHAT-15). */
export function giftPrice(prices: Pick<MessagePrices, 'gift'>, gift: Gift) {
  return prices.gift * gifts[gift]
}

/** Price of a message in credits, as its button shows it. */
export function contentPrice(prices: MessagePrices, content: OutboxContent) {
  if (content.kind === 'gift') return giftPrice(prices, content.gift)
  return prices[content.kind === 'date' ? 'text' : content.kind]
}
