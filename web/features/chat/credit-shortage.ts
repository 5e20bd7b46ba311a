import type { Conversation } from '#contract/chat.ts'
import type { OutgoingMessage } from './outbox.ts'

interface ShortageInput {
  conversation: Pick<Conversation, 'messageCredits' | 'rejection'>
  /** The viewer's balance. */
  credits: number
  outgoing: readonly Pick<OutgoingMessage, 'isUnpaid'>[]
}

/**
 * Whether the viewer lacks credits for the next message (CHAT-5). The server's rejection of a waiting message counts too,
 * because the balance in this tab may be out of date. Where nothing can be sent anyway, credits would not help.
 */
export function lacksCredits({ conversation: { messageCredits, rejection }, credits, outgoing }: ShortageInput) {
  return rejection === null && (credits < messageCredits || outgoing.some(({ isUnpaid }) => isUnpaid))
}
