import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ChatPhotoId, ClientId, ConversationId, ProfileId, VoiceId } from '#contract/ids.ts'
import {
  CHAT_SEARCH_MAX_LENGTH,
  CHATS_PAGE_SIZE,
  MESSAGES_PAGE_SIZE,
  VOICE_MAX_MS,
  VOICE_PEAKS,
} from '#contract/limits.ts'
import { INTEGER_MAX, UrlInteger } from '#contract/numbers.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { LastSeen, ProfileCard, ProfileQuote, QuotedPart } from '#contract/profiles/schemas.ts'
import { chatFilters } from './chat-filters.ts'
import { type Gift, gifts, reactions } from './gifts.ts'

/** Bound on the text before it is cleaned; the site's `message_length` is checked afterwards. */
const RAW_BODY_MAX_LENGTH = 100_000

export const Seq = z.int().positive().max(INTEGER_MAX)

export const GiftName = z.enum(Object.keys(gifts) as [Gift, ...Gift[]])
export const Reaction = z.enum(reactions)

/** A photo that was sent in a conversation. Only its two members can fetch it. */
export const ChatPhoto = z.object({
  id: ChatPhotoId,
  /** Pixels of `large`. */
  width: z.int(),
  height: z.int(),
  /** A blurred image of a few pixels as data URL, shown until the photo is loaded. */
  preview: z.string(),
  /** Rated sexually explicit: covered for its receiver until opened, unless they switched that off. */
  isExplicit: z.boolean(),
})
export type ChatPhoto = z.output<typeof ChatPhoto>

/** A voice message. Only the two members of its conversation can fetch the recording. */
export const ChatVoice = z.object({
  id: VoiceId,
  durationMs: z.int(),
  /** Loudness over the time, from 0 to 100, for the waveform. */
  peaks: z.array(z.int()).max(VOICE_PEAKS),
})
export type ChatVoice = z.output<typeof ChatVoice>

/** Day and time of a date by the clock at its place, `2026-12-24T19:30`: without a time zone. */
const DateTimeAtPlace = z
  .string()
  .length(16)
  .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success)

export const DateAnswer = z.enum(['accepted', 'declined'])
export type DateAnswer = z.output<typeof DateAnswer>

/** What the server writes into a conversation: the two matched; the sender opened photos on request. */
export const chatNotices = ['match', 'photos_granted'] as const

const messageBase = {
  conversationId: ConversationId,
  /** Position in the conversation (1, 2, 3 …), assigned by the server. Every device sorts by it. */
  seq: z.int().positive(),
  /** Chosen by the sender's client; makes resending idempotent. */
  clientId: ClientId,
  /** For a notice the member whose act it reports. */
  senderId: ProfileId,
  sentAt: z.iso.datetime(),
  /** Number of the message that this one answers. */
  replyTo: z.int().positive().nullable(),
  /** The answer or photo of the receiver that this message is about. */
  quote: ProfileQuote.nullable(),
  /** By the sender of the message and by the other member. */
  reactions: z.object({ sender: Reaction.nullable(), receiver: Reaction.nullable() }),
}

export const Message = z.discriminatedUnion('kind', [
  z.object({ ...messageBase, kind: z.literal('text'), body: z.string() }),
  z.object({ ...messageBase, kind: z.literal('photo'), photo: ChatPhoto }),
  z.object({ ...messageBase, kind: z.literal('gift'), gift: GiftName, body: z.string() }),
  z.object({ ...messageBase, kind: z.literal('voice'), voice: ChatVoice }),
  /** Suggests a date. `answer`: of the receiver, null before. */
  z.object({
    ...messageBase,
    kind: z.literal('date'),
    when: DateTimeAtPlace,
    place: z.string(),
    answer: DateAnswer.nullable(),
  }),
  z.object({ ...messageBase, kind: z.literal('system'), notice: z.enum(chatNotices) }),
  /** Its sender deleted it for both. */
  z.object({ ...messageBase, kind: z.literal('deleted') }),
])
export type Message = z.output<typeof Message>

/** The partner in a conversation. `hasLeft`: the account is deleted or disabled, nothing can be sent. */
export const ChatPartner = ProfileCard.extend({ hasLeft: z.boolean() })
export type ChatPartner = z.output<typeof ChatPartner>

/** The latest message of a conversation, as the list shows it. */
export const LastMessage = z.object({
  seq: z.int(),
  kind: z.enum(['text', 'photo', 'gift', 'voice', 'date', 'system', 'deleted']),
  /** Beginning of the text, on one line. Of a gift or a notice its name, as the texts are the reader's. */
  preview: z.string(),
  isMine: z.boolean(),
  sentAt: z.iso.datetime(),
  /** For one's own message: how far it came. */
  status: z.enum(['sent', 'delivered', 'read']),
})
export type LastMessage = z.output<typeof LastMessage>

/** One row of the conversation list (wire names of `GET /api/chats`). */
export const Chat = z.object({
  conversation: z.object({ id: ConversationId }),
  profile: ChatPartner,
  num_unread_messages: z.int().nonnegative(),
  last_message: LastMessage,
})
export type Chat = z.output<typeof Chat>

export const ChatTotals = z.object({
  messages: z.int(),
  unread_messages: z.int(),
  new_likes: z.int(),
  /** Partner and time of the conversation in the list that was opened last; null: none. */
  last_opened: z.object({ profile: ProfileId, at: z.iso.datetime() }).nullable(),
})

export const getChats = {
  summary: 'Lists the caller’s conversations, latest message first.',
  query: PageQuery.extend({
    filter: z.enum(chatFilters).optional(),
    /** Part of the partner's name. */
    search: z.string().trim().max(CHAT_SEARCH_MAX_LENGTH).optional(),
    /** Conversations of the page; without it as many as there may be. */
    limit: UrlInteger.pipe(z.int().min(1).max(CHATS_PAGE_SIZE)).optional(),
  }),
  reply: z.object({ chats: z.array(Chat).max(CHATS_PAGE_SIZE), totals: ChatTotals, next: z.string().nullable() }),
} satisfies EndpointSchemas

/** Prices of the next message, in credits. A gift costs this times its factor. */
export const MessagePrices = z.object({ text: z.int(), photo: z.int(), voice: z.int(), gift: z.int() })
export type MessagePrices = z.output<typeof MessagePrices>

export const Conversation = z.object({
  /** Null until the first message is sent. */
  id: ConversationId.nullable(),
  profile: ChatPartner,
  /** Null where a mode of the partner hides it, and for longer ago. */
  lastSeen: LastSeen.nullable(),
  /** Highest sequence number that the member has read. */
  readSeq: z.int(),
  /** Highest sequence numbers that reached a device of the partner, and that the partner has read. */
  partnerDeliveredSeq: z.int(),
  partnerReadSeq: z.int(),
  lastSeq: z.int(),
  /** Number of the first message that the member wrote, perhaps older than those in a reply, or null. */
  firstOwnSeq: z.int().nullable(),
  prices: MessagePrices,
  /** Explicit photos of the partner are covered until the member opens them (CHAT-33). */
  coversExplicit: z.boolean(),
  /** When the two matched; null without a match. */
  matchedAt: z.iso.datetime().nullable(),
  /** Conversations that the member can still start, before this one; null without a limit. */
  startsLeft: z.int().nonnegative().nullable(),
  /** Why a message would be rejected now, or null. `blocked`: by the member, who can lift the block. */
  rejection: z.enum(['partner_left', 'blocked', 'cannot_reply_yet', 'conversation_limit']).nullable(),
})
export type Conversation = z.output<typeof Conversation>

const ConversationReply = z.object({
  conversation: Conversation,
  /** The latest messages, oldest first. */
  messages: z.array(Message).max(MESSAGES_PAGE_SIZE),
  /** Whether older messages exist. */
  hasMore: z.boolean(),
})

export const getConversation = {
  summary: 'Returns a conversation with its latest messages.',
  params: z.strictObject({ conversationId: ConversationId }),
  reply: ConversationReply,
} satisfies EndpointSchemas

export const getConversationWith = {
  summary: 'Returns the conversation with a member, even if no message has been sent yet.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: ConversationReply,
} satisfies EndpointSchemas

export const getMessages = {
  summary: 'Lists messages before a sequence number (history) or after one (catching up), oldest first.',
  params: z.strictObject({ conversationId: ConversationId }),
  query: z.union([
    z.strictObject({ before: UrlInteger.pipe(Seq) }),
    z.strictObject({ after: UrlInteger.pipe(z.int().nonnegative().max(INTEGER_MAX)) }),
  ]),
  reply: z.object({ messages: z.array(Message).max(MESSAGES_PAGE_SIZE), hasMore: z.boolean() }),
} satisfies EndpointSchemas

const outgoing = {
  clientId: ClientId,
  replyTo: Seq.nullable().default(null),
  /** The answer or photo of the receiver that the message is about. The server adds the text. */
  quote: QuotedPart.optional(),
  /** The price that the sender was shown, in credits: a message that costs more is rejected. */
  maxPrice: z.int().nonnegative().max(INTEGER_MAX).optional(),
}
const Body = z.string().max(RAW_BODY_MAX_LENGTH, { error: 'chat.too_long' })

/** Content of a message to be sent. */
export const OutgoingMessage = z.union([
  z.strictObject({ ...outgoing, kind: z.literal('text').default('text'), body: Body }),
  z.strictObject({ ...outgoing, kind: z.literal('photo'), photoId: ChatPhotoId }),
  z.strictObject({ ...outgoing, kind: z.literal('voice'), voiceId: VoiceId }),
  z.strictObject({ ...outgoing, kind: z.literal('gift'), gift: GiftName, body: Body }),
  z.strictObject({ ...outgoing, kind: z.literal('date'), when: DateTimeAtPlace, place: Body }),
])
export type OutgoingMessage = z.output<typeof OutgoingMessage>

export const sendMessage = {
  summary: 'Sends a message and debits its price atomically. Repeating a `clientId` sends and debits nothing.',
  params: z.strictObject({ profileId: ProfileId }),
  body: OutgoingMessage,
  reply: z.object({ message: Message, credits: z.int() }),
} satisfies EndpointSchemas

export const addChatPhoto = {
  summary: 'Uploads a photo for a message to a member, without sending it. The same `clientId` gets the same photo.',
  params: z.strictObject({ profileId: ProfileId }),
  body: z.strictObject({ clientId: ClientId }),
  reply: z.object({ photo: ChatPhoto }),
} satisfies EndpointSchemas

export const addVoice = {
  summary: 'Uploads a voice message to a member, without sending it. The same `clientId` gets the same one.',
  params: z.strictObject({ profileId: ProfileId }),
  body: z.strictObject({
    clientId: ClientId,
    durationMs: z.int().positive().max(VOICE_MAX_MS),
    peaks: z.array(z.int().nonnegative().max(100)).length(VOICE_PEAKS),
  }),
  reply: z.object({ voice: ChatVoice }),
} satisfies EndpointSchemas

export const setReaction = {
  summary: 'Sets or removes the caller’s reaction to a message. Free of charge.',
  params: z.strictObject({ conversationId: ConversationId, seq: UrlInteger.pipe(Seq) }),
  body: z.strictObject({ reaction: Reaction.nullable() }),
  reply: z.object({ message: Message }),
} satisfies EndpointSchemas

export const answerDate = {
  summary: 'Accepts or declines a date that the partner suggested; the answer can be changed. Free of charge.',
  params: z.strictObject({ conversationId: ConversationId, seq: UrlInteger.pipe(Seq) }),
  body: z.strictObject({ answer: DateAnswer }),
  reply: z.object({ message: Message }),
} satisfies EndpointSchemas

export const deleteMessage = {
  summary: 'Deletes a message of the caller for both sides, soon after it was sent. Its price is not returned.',
  params: z.strictObject({ conversationId: ConversationId, seq: UrlInteger.pipe(Seq) }),
  reply: z.object({ message: Message }),
} satisfies EndpointSchemas

export const markRead = {
  summary: 'Marks all messages up to a sequence number as read.',
  params: z.strictObject({ conversationId: ConversationId }),
  body: z.strictObject({ seq: z.int().nonnegative().max(INTEGER_MAX) }),
  reply: z.object({ num_unread_messages: z.int() }),
} satisfies EndpointSchemas

export const markOpened = {
  summary: 'Sets the unread count of a conversation to 0. What the partner sees as read stays as it is.',
  params: z.strictObject({ conversationId: ConversationId }),
  reply: z.object({
    /** The last message of the conversation then. */
    seq: z.int(),
    at: z.iso.datetime(),
  }),
} satisfies EndpointSchemas

export const deleteChat = {
  summary:
    'Hides a conversation for the caller, up to the last message that the client has seen. A later message brings it back without the old ones.',
  body: z.strictObject({
    conversation: ConversationId,
    /** Without it: up to the latest message. */
    seq: Seq.optional(),
  }),
  reply: z.object({ conversation: ConversationId }),
} satisfies EndpointSchemas
