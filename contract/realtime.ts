import { z } from 'zod'
import { Message } from './chat.ts'
import { ConversationId, OrderId, ProfileId } from './ids.ts'
import { OrderStatus } from './payments.ts'
import { ProfileCard } from './profiles.ts'

/** Where the socket is. Same origin and a session, or it is refused before it opens. */
export const REALTIME_PATH = '/api/realtime'

/** Longest message a client may send, in bytes. */
export const CLIENT_MESSAGE_MAX_BYTES = 2048

/** Close codes of ours, beside those of the protocol. */
export const closeCodes = {
  /** The session has ended: do not come back with it. */
  sessionEnded: 4001,
  /** Too many or unreadable messages from the client. */
  misbehaved: 4002,
  /** The client said nothing after opening, or answers no ping. */
  silent: 4003,
} as const

/** What a member is told while it happens. */
export const RealtimeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), conversationId: ConversationId, message: Message }),
  /** How far `profileId` has received and read a conversation; also told to her own other devices. */
  z.object({
    type: z.literal('receipt'),
    conversationId: ConversationId,
    profileId: ProfileId,
    deliveredSeq: z.int().nonnegative(),
    readSeq: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('typing'), conversationId: ConversationId, profileId: ProfileId }),
  /** The list of conversations is not what it was: fetch it again. */
  z.object({ type: z.literal('chats.changed') }),
  z.object({ type: z.literal('likes.changed') }),
  /** A new like. */
  z.object({ type: z.literal('like'), profileId: ProfileId }),
  z.object({ type: z.literal('match'), profile: ProfileCard }),
  z.object({ type: z.literal('credits.changed'), credits: z.int().nonnegative(), isPremium: z.boolean() }),
  z.object({ type: z.literal('order.changed'), orderId: OrderId, status: OrderStatus }),
  z.object({ type: z.literal('presence'), profileId: ProfileId, isOnline: z.boolean() }),
  /** The member's own account or profile: fetch it again. */
  z.object({ type: z.literal('user.changed') }),
  z.object({ type: z.literal('session.ended') }),
])
export type RealtimeEvent = z.output<typeof RealtimeEvent>

/**
 * What the server says. Frames of one member are numbered 1, 2, 3 … within an epoch; a client keeps the epoch and the
 * last number it has seen, and says both when it opens the next socket.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  /** Up to `seq` nothing is missing; whatever was missed follows at once, in order. */
  z.object({ type: z.literal('hello'), epoch: z.string(), seq: z.int().nonnegative() }),
  /** What was missed is no longer known: fetch everything again and go on from here. */
  z.object({ type: z.literal('reset'), epoch: z.string(), seq: z.int().nonnegative() }),
  /** `seq` is null for what is worthless later (typing): it has no number and is not repeated. */
  z.object({ type: z.literal('event'), seq: z.int().positive().nullable(), event: RealtimeEvent }),
  z.object({ type: z.literal('pong') }),
])
export type ServerMessage = z.output<typeof ServerMessage>

/** What the client says; `resume` first, and nothing is sent to it before. */
export const ClientMessage = z.discriminatedUnion('type', [
  /** `epoch: null` on a first visit. */
  z.strictObject({
    type: z.literal('resume'),
    epoch: z.string().max(64).nullable(),
    after: z.int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('typing'), conversationId: ConversationId }),
  /** Is anybody there? A browser cannot see the protocol's own pings. */
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientMessage = z.output<typeof ClientMessage>
