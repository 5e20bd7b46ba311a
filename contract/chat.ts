import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, ConversationId, ProfileId } from './ids.ts'
import { CHATS_PAGE_SIZE, MESSAGES_PAGE_SIZE } from './limits.ts'
import { PageQuery } from './pages.ts'
import { ProfileCard } from './profiles.ts'

/** Largest sequence number: the maximum of PostgreSQL's `integer`. */
const SEQ_MAX = 2 ** 31 - 1

/** Bound on the text before it is cleaned; the site's `message_length` is checked afterwards. */
const RAW_BODY_MAX_LENGTH = 100_000

export const Message = z.object({
  conversationId: ConversationId,
  /** Position in the conversation (1, 2, 3 …), assigned by the server. Every device sorts by it. */
  seq: z.int().positive(),
  /** Chosen by the sender's client; makes resending idempotent. */
  clientId: ClientId,
  senderId: ProfileId,
  kind: z.literal('text'),
  body: z.string(),
  sentAt: z.iso.datetime(),
})
export type Message = z.output<typeof Message>

/** The other member of a conversation. `hasLeft`: the account is deleted or disabled, so nothing can be sent. */
export const ChatPartner = ProfileCard.extend({ hasLeft: z.boolean() })
export type ChatPartner = z.output<typeof ChatPartner>

/** One row of the conversation list (wire names of `GET /api/chats`). */
export const Chat = z.object({
  conversation: z.object({ id: ConversationId }),
  profile: ChatPartner,
  num_unread_messages: z.int().nonnegative(),
  last_message: z.object({
    seq: z.int(),
    kind: z.literal('text'),
    /** Beginning of the text, on one line. */
    preview: z.string(),
    isMine: z.boolean(),
    sentAt: z.iso.datetime(),
  }),
})
export type Chat = z.output<typeof Chat>

export const ChatTotals = z.object({ messages: z.int(), unread_messages: z.int(), new_likes: z.int() })

export const getChats = endpoint({
  method: 'GET',
  path: '/api/chats',
  access: 'member',
  summary: 'Lists the caller’s conversations, latest message first.',
  query: PageQuery,
  reply: z.object({ chats: z.array(Chat).max(CHATS_PAGE_SIZE), totals: ChatTotals, next: z.string().nullable() }),
})

export const Conversation = z.object({
  /** Null until the first message is sent. */
  id: ConversationId.nullable(),
  profile: ChatPartner,
  /** Highest sequence number that each side has read. */
  readSeq: z.int(),
  partnerReadSeq: z.int(),
  lastSeq: z.int(),
  /** Price of the next message, in credits. */
  messageCredits: z.int(),
  /** Why a message would be rejected now, or null. */
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

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:conversationId',
  access: 'member',
  summary: 'Returns a conversation with its latest messages.',
  params: z.strictObject({ conversationId: ConversationId }),
  reply: ConversationReply,
})

export const getConversationWith = endpoint({
  method: 'GET',
  path: '/api/members/:profileId/conversation',
  access: 'member',
  summary: 'Returns the conversation with a member, even if no message has been sent yet.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: ConversationReply,
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:conversationId/messages',
  access: 'member',
  summary: 'Lists messages before a sequence number (history) or after one (catching up), oldest first.',
  params: z.strictObject({ conversationId: ConversationId }),
  query: z.union([
    z.strictObject({ before: z.coerce.number().int().positive().max(SEQ_MAX) }),
    z.strictObject({ after: z.coerce.number().int().nonnegative().max(SEQ_MAX) }),
  ]),
  reply: z.object({ messages: z.array(Message).max(MESSAGES_PAGE_SIZE), hasMore: z.boolean() }),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/members/:profileId/messages',
  access: 'member',
  summary: 'Sends a message and debits its price atomically. Repeating a `clientId` sends and debits nothing.',
  params: z.strictObject({ profileId: ProfileId }),
  body: z.strictObject({ clientId: ClientId, body: z.string().max(RAW_BODY_MAX_LENGTH) }),
  reply: z.object({ message: Message, credits: z.int() }),
})

export const markRead = endpoint({
  method: 'PUT',
  path: '/api/conversations/:conversationId/read',
  access: 'member',
  summary: 'Marks all messages up to a sequence number as read.',
  params: z.strictObject({ conversationId: ConversationId }),
  body: z.strictObject({ seq: z.int().nonnegative().max(SEQ_MAX) }),
  reply: z.object({ num_unread_messages: z.int() }),
})

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/api/chat',
  access: 'member',
  summary: 'Hides a conversation for the caller. A new message brings it back without the old messages.',
  body: z.strictObject({ conversation: ConversationId }),
  reply: z.object({ conversation: ConversationId }),
})
