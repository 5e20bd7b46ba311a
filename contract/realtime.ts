import { z } from 'zod'
import { LastMessage, Message, Seq } from './chat/schemas.ts'
import { ConversationId, OrderId, ProfileId } from './ids.ts'
import { OrderStatus } from './payments/schemas.ts'
import { ProfileCard } from './profiles/schemas.ts'
import { serverMessageOf, type ProtocolMessage } from './realtime-protocol-schemas.ts'

/** Counts of all conversations of a member. */
const ChatCounts = z.object({ messages: z.int().nonnegative(), unread_messages: z.int().nonnegative() })

/** An event that the server sends to the devices of a member. */
export const RealtimeEvent = z.discriminatedUnion('type', [
  /** A new message: everything that the member's pages show of it, so that no client fetches anything. */
  z.object({
    type: z.literal('message'),
    message: Message,
    /** The conversation's row in the list. The partner's public id finds the row before it has an id. */
    partnerId: ProfileId,
    last: LastMessage,
    /** Of the conversation, and of all conversations of the member, after this message. */
    unread: z.int().nonnegative(),
    totals: ChatCounts,
    /** Balance of the sender after the message; null for the receiver. */
    credits: z.int().nonnegative().nullable(),
  }),
  /** A message was deleted for both, or has another reaction. */
  z.object({ type: z.literal('message.changed'), message: Message }),
  /** How far `profileId` has received and read a conversation; sent to both members of it. */
  z.object({
    type: z.literal('receipt'),
    conversationId: ConversationId,
    profileId: ProfileId,
    deliveredSeq: z.int().nonnegative(),
    readSeq: z.int().nonnegative(),
    /** For the reader's own devices: what is left. Null for the partner. */
    unread: z.object({ conversation: z.int().nonnegative(), totals: ChatCounts }).nullable(),
  }),
  z.object({ type: z.literal('typing'), conversationId: ConversationId, profileId: ProfileId }),
  /** The partner of a conversation went online or offline. */
  z.object({ type: z.literal('presence'), profileId: ProfileId, isOnline: z.boolean() }),
  /** The list of conversations has changed: fetch it again. */
  z.object({ type: z.literal('chats.changed') }),
  /** Likes between the member and others have changed: fetch them again. */
  z.object({ type: z.literal('likes.changed') }),
  /** Current likes between the member and others. `newLikes`: all likes that the member has not seen. */
  z.object({
    type: z.literal('like.changed'),
    newLikes: z.int().nonnegative(),
    likes: z.array(z.object({ profileId: ProfileId, isLiked: z.boolean(), likesMe: z.boolean(), isNew: z.boolean() })),
  }),
  /** A new like. */
  z.object({ type: z.literal('like'), profileId: ProfileId, newLikes: z.int().nonnegative() }),
  z.object({ type: z.literal('match'), profile: ProfileCard }),
  z.object({ type: z.literal('credits.changed'), credits: z.int().nonnegative(), isPremium: z.boolean() }),
  z.object({ type: z.literal('order.changed'), orderId: OrderId, status: OrderStatus }),
  /** Access to photos on request changed between the member and `profileId`: fetch it again. */
  z.object({ type: z.literal('photo_access.changed'), profileId: ProfileId }),
  /** The member's own account or profile has changed: fetch it again. */
  z.object({ type: z.literal('user.changed') }),
])
export type RealtimeEvent = z.output<typeof RealtimeEvent>

/** Events that are worthless later, so they are not replayed after a reconnect. */
export const transientEvents = ['typing'] as const satisfies RealtimeEvent['type'][]

export const ServerMessage = serverMessageOf(RealtimeEvent)
export type ServerMessage = z.output<typeof ServerMessage>

/** Sent while the member types in a conversation. */
export const TypingMessage = z.strictObject({ type: z.literal('typing'), conversationId: ConversationId })

/** Sent by a device that received messages of others up to `seq`. */
export const ReceivedMessage = z.strictObject({
  type: z.literal('received'),
  conversationId: ConversationId,
  seq: Seq,
})

export type ClientMessage = ProtocolMessage | z.output<typeof TypingMessage> | z.output<typeof ReceivedMessage>
