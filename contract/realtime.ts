import { z } from 'zod'
import { Message } from './chat.ts'
import { ConversationId, OrderId, ProfileId } from './ids.ts'
import { OrderStatus } from './payments.ts'
import { ProfileCard } from './profiles.ts'
import { serverMessageOf, type ProtocolMessage } from './realtime-protocol.ts'

/** An event that the server sends to the devices of a member. */
export const RealtimeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), conversationId: ConversationId, message: Message }),
  /** How far `profileId` has received and read a conversation; sent to both members of it. */
  z.object({
    type: z.literal('receipt'),
    conversationId: ConversationId,
    profileId: ProfileId,
    deliveredSeq: z.int().nonnegative(),
    readSeq: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('typing'), conversationId: ConversationId, profileId: ProfileId }),
  /** The list of conversations has changed: fetch it again. */
  z.object({ type: z.literal('chats.changed') }),
  z.object({ type: z.literal('likes.changed') }),
  /** A new like. */
  z.object({ type: z.literal('like'), profileId: ProfileId }),
  z.object({ type: z.literal('match'), profile: ProfileCard }),
  z.object({ type: z.literal('credits.changed'), credits: z.int().nonnegative(), isPremium: z.boolean() }),
  z.object({ type: z.literal('order.changed'), orderId: OrderId, status: OrderStatus }),
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

export type ClientMessage = ProtocolMessage | z.output<typeof TypingMessage>
