import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, ConversationId, ProfileId } from './ids.ts'
import { ProfileCard } from './profiles.ts'

/** More than any conversation has, and what the database can count to. */
const SEQ_MAX = 2 ** 31 - 1

export const Message = z.object({
  conversationId: ConversationId,
  /** 1, 2, 3 … within the conversation, given by the server: the order on every device. */
  seq: z.int().positive(),
  /** As chosen by the sender's client. */
  clientId: ClientId,
  senderId: ProfileId,
  kind: z.literal('text'),
  body: z.string(),
  sentAt: z.iso.datetime(),
})
export type Message = z.output<typeof Message>

/** The other side of a conversation. `left`: deleted or disabled; nothing can be sent. */
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
    /** Start of the text. */
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
  summary: 'The caller’s conversations, last message first.',
  query: z.object({ after: z.string().max(100).optional() }),
  reply: z.object({ chats: z.array(Chat), totals: ChatTotals, next: z.string().nullable() }),
})

export const Conversation = z.object({
  /** Null until the first message is sent. */
  id: ConversationId.nullable(),
  profile: ChatPartner,
  /** Highest sequence that each side has read. */
  readSeq: z.int(),
  partnerReadSeq: z.int(),
  lastSeq: z.int(),
  /** Credits that the next message costs. */
  messageCredits: z.int(),
  /** Why nothing can be sent now, or null. */
  rejection: z.enum(['partner_left', 'blocked', 'cannot_reply_yet', 'conversation_limit']).nullable(),
})
export type Conversation = z.output<typeof Conversation>

const ConversationReply = z.object({
  conversation: Conversation,
  /** The latest ones, oldest first. */
  messages: z.array(Message),
  /** There are older ones. */
  hasMore: z.boolean(),
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:conversationId',
  access: 'member',
  summary: 'A conversation with its latest messages.',
  params: z.object({ conversationId: ConversationId }),
  reply: ConversationReply,
})

export const getConversationWith = endpoint({
  method: 'GET',
  path: '/api/members/:profileId/conversation',
  access: 'member',
  summary: 'The conversation with a member, also before it was started.',
  params: z.object({ profileId: ProfileId }),
  reply: ConversationReply,
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:conversationId/messages',
  access: 'member',
  summary: 'Messages before a sequence number (history) or after one (catching up), oldest first.',
  params: z.object({ conversationId: ConversationId }),
  query: z.union([
    z.strictObject({ before: z.coerce.number().int().positive().max(SEQ_MAX) }),
    z.strictObject({ after: z.coerce.number().int().nonnegative().max(SEQ_MAX) }),
  ]),
  reply: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/members/:profileId/messages',
  access: 'member',
  summary: 'Sends a message and takes its credits, in one step. The same `clientId` again sends and takes nothing.',
  params: z.object({ profileId: ProfileId }),
  body: z.object({ clientId: ClientId, body: z.string().max(100_000) }),
  reply: z.object({ message: Message, credits: z.int() }),
})

export const markRead = endpoint({
  method: 'PUT',
  path: '/api/conversations/:conversationId/read',
  access: 'member',
  summary: 'Marks all messages up to a sequence number as read.',
  params: z.object({ conversationId: ConversationId }),
  body: z.object({ seq: z.int().nonnegative().max(SEQ_MAX) }),
  reply: z.object({ num_unread_messages: z.int() }),
})

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/api/chat',
  access: 'member',
  summary: 'Hides a conversation for the caller; a new message brings it back, empty of the old.',
  body: z.object({ conversation: ConversationId }),
  reply: z.object({ conversation: ConversationId }),
})
