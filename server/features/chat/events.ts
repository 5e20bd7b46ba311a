import type { Message } from '#contract/chat.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A message is stored and paid for. */
export const messageSent = defineEvent<{ senderId: number; partnerId: number; message: Message }>('message.sent')

/**
 * A message that is stored already was sent again, and the partner has not read it. The sender did not receive the first
 * reply, so `messageSent` may have been lost too. Listeners only repeat what is harmless twice.
 */
export const messageRepeated = defineEvent<{ senderId: number; partnerId: number; message: Message }>(
  'message.repeated',
)

/** `userId` has read messages up to `readSeq`; `partnerId` is the other side. */
export const conversationRead = defineEvent<{
  userId: number
  /** Public id of the reader's profile. */
  profileId: string
  partnerId: number
  /** Public id. */
  conversationId: string
  readSeq: number
}>('conversation.read')
