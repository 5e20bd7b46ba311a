import type { Message } from '#contract/chat.ts'
import type { OutgoingMessage } from './outbox.ts'

export type MessageStatus = 'sending' | 'failed' | 'sent' | 'read'

export function isOutgoing(message: Message | OutgoingMessage): message is OutgoingMessage {
  return !('seq' in message)
}

/** How far an own message has got (CHAT-14). */
export function messageStatus(message: Message | OutgoingMessage, partnerReadSeq: number): MessageStatus {
  if (isOutgoing(message)) return message.problem === null ? 'sending' : 'failed'
  return message.seq <= partnerReadSeq ? 'read' : 'sent'
}
