import type { Message } from '#contract/chat.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A message is stored and paid for. */
export const messageSent = defineEvent<{ senderId: number; partnerId: number; message: Message }>('message.sent')

/** One side has read up to a message; `partnerId` is who wrote it. */
export const conversationRead = defineEvent<{
  userId: number
  /** Public id of her profile. */
  profileId: string
  partnerId: number
  /** Public id. */
  conversationId: string
  readSeq: number
}>('conversation.read')
