import type { Conversation, Message } from '#contract/chat/schemas.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'

export type MessageStatus = 'sending' | 'failed' | 'sent' | 'delivered' | 'read'

export function isOutgoing(message: Message | OutboxMessage): message is OutboxMessage {
  return !('seq' in message)
}

/** How far an own message has got (CHAT-14). */
export function messageStatus(
  message: Message | OutboxMessage,
  { partnerDeliveredSeq, partnerReadSeq }: Pick<Conversation, 'partnerDeliveredSeq' | 'partnerReadSeq'>,
): MessageStatus {
  if (isOutgoing(message)) return message.problem === null ? 'sending' : 'failed'
  if (message.seq <= partnerReadSeq) return 'read'
  return message.seq <= partnerDeliveredSeq ? 'delivered' : 'sent'
}
