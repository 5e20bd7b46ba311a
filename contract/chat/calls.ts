import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getChats = endpoint<typeof schemas.getChats>('GET', '/api/chats', 'member')
export const getConversation = endpoint<typeof schemas.getConversation>(
  'GET',
  '/api/conversations/:conversationId',
  'member',
)
export const getConversationWith = endpoint<typeof schemas.getConversationWith>(
  'GET',
  '/api/members/:profileId/conversation',
  'member',
)
export const getMessages = endpoint<typeof schemas.getMessages>(
  'GET',
  '/api/conversations/:conversationId/messages',
  'member',
)
export const sendMessage = endpoint<typeof schemas.sendMessage>('POST', '/api/members/:profileId/messages', 'member')
export const addChatPhoto = endpoint<typeof schemas.addChatPhoto>(
  'POST',
  '/api/members/:profileId/chat-photos',
  'member',
  { upload: true },
)
export const addVoice = endpoint<typeof schemas.addVoice>('POST', '/api/members/:profileId/voices', 'member', {
  upload: true,
})
export const setReaction = endpoint<typeof schemas.setReaction>(
  'PUT',
  '/api/conversations/:conversationId/messages/:seq/reaction',
  'member',
)
export const answerDate = endpoint<typeof schemas.answerDate>(
  'PUT',
  '/api/conversations/:conversationId/messages/:seq/answer',
  'member',
)
export const deleteMessage = endpoint<typeof schemas.deleteMessage>(
  'DELETE',
  '/api/conversations/:conversationId/messages/:seq',
  'member',
)
export const markRead = endpoint<typeof schemas.markRead>('PUT', '/api/conversations/:conversationId/read', 'member')
export const markOpened = endpoint<typeof schemas.markOpened>(
  'PUT',
  '/api/conversations/:conversationId/opened',
  'member',
)
export const deleteChat = endpoint<typeof schemas.deleteChat>('DELETE', '/api/chat', 'member')
