import type { LastMessage, Message } from '#contract/chat/schemas.ts'
import { defineEvent } from '#server/platform/events.ts'

/** Unread messages of a member in one conversation, and the counts over all of them. */
export interface SideCounts {
  unread: number
  totals: { messages: number; unread_messages: number }
}

/** The latest message of a conversation, apart from what differs by side. */
export type LastOf = Pick<LastMessage, 'seq' | 'kind' | 'preview' | 'sentAt'> & { senderId: number }

/** One side of a conversation: the key of the member, the public id of the other one, and the counts. */
export interface Side extends SideCounts {
  userId: number
  partnerProfileId: string
}

export interface ConversationUpdate {
  message: Message
  last: LastOf
  /** Both members, without one who has deleted the conversation. */
  sides: readonly Side[]
  /** The member who paid for the message, and the balance that is left. */
  payer: { userId: number; credits: number } | null
}

/** A message is stored and paid for. `siteId`: of the sender. */
export const messageSent = defineEvent<ConversationUpdate & { siteId: number }>('message.sent')

/**
 * A stored message was sent again, and the partner has not read it. The sender did not receive the first
 * reply, so `messageSent` may have been lost too. Listeners repeat only what is harmless twice.
 */
export const messageRepeated = defineEvent<ConversationUpdate>('message.repeated')

/** A notice was written into a conversation. */
export const noticeWritten = defineEvent<ConversationUpdate>('notice.written')

/** A message was deleted for both, or has another reaction. `userIds`: both members. */
export const messageChanged = defineEvent<{ message: Message; userIds: readonly number[] }>('message.changed')

/** `userId` has read messages up to `readSeq`; `partnerId` is the other side. */
export const conversationRead = defineEvent<{
  userId: number
  /** Public id of the reader's profile. */
  profileId: string
  partnerId: number
  /** Public id. */
  conversationId: string
  deliveredSeq: number
  readSeq: number
  /** The partner may see the marks (CHAT-16). */
  isShown: boolean
  /** What is left for the reader. */
  counts: SideCounts
}>('conversation.read')

/** Conversations left the lists of these members: of an account that was erased, or by a block. */
export const conversationsDeleted = defineEvent<{ partnerIds: readonly number[] }>('conversations.deleted')

/** A message changed by something other than its members: their pages fetch again. */
export const conversationsChanged = defineEvent<{ userIds: readonly number[] }>('conversations.changed')
