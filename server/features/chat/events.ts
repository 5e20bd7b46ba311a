import type { Message } from '#contract/chat.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A message is stored and paid for. */
export const messageSent = defineEvent<{ senderId: number; partnerId: number; message: Message }>('message.sent')

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
