import { CHAT_PHOTO_RATE, CONTACT_RATE, MESSAGE_RATE_SHARE } from '#contract/limits.ts'
import * as contract from '#contract/chat/calls.ts'
import * as schemas from '#contract/chat/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { MINUTE } from '#contract/time.ts'
import { answerDate, deleteMessage, setReaction } from './conversations/change-message.ts'
import { addChatPhoto, sendChatPhoto } from './send/photos.ts'
import { sendMessage } from './send/send-message.ts'
import { addVoice, sendVoiceFile } from './send/voices.ts'
import { createMessageWriter } from './send/write-messages.ts'
import * as service from './service.ts'

export function chatRoutes({ route, app, identify }: Routes<Viewer>, context: AppContext) {
  conversationRoutes({ route }, context)
  sendRoutes({ route }, context)
  messageRoutes({ route }, context)
  app.get('/chat-photos/:photoId/:size', (request, reply) => sendChatPhoto(context, identify, { request, reply }))
  app.get<{ Params: { voiceId: string } }>('/chat-voices/:voiceId', (request, reply) =>
    sendVoiceFile(context, identify, { request, reply }),
  )
}

type Binding = Pick<Routes<Viewer>, 'route'>

function conversationRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'chats')

  route(contract.getChats, schemas.getChats, async ({ viewer, query }) =>
    service.listChats({ ...context, cursors }, { viewer, query }),
  )

  route(contract.getConversation, schemas.getConversation, async ({ viewer, host, params: { conversationId } }) =>
    service.openConversation(context, { viewer, conversationId, settings: context.sites.of(host).settings }),
  )

  route(contract.getConversationWith, schemas.getConversationWith, async ({ viewer, host, params: { profileId } }) =>
    service.openConversationWith(context, { viewer, profileId, settings: context.sites.of(host).settings }),
  )

  route(contract.getMessages, schemas.getMessages, async ({ viewer, params: { conversationId }, query }) =>
    service.listMessages(context, { viewer, conversationId, range: query }),
  )

  route(
    contract.markRead,
    schemas.markRead,
    async ({ viewer, params: { conversationId }, body: { seq } }) =>
      service.markRead(context, { viewer, conversationId, seq }),
    { keepsViewer: true },
  )

  route(
    contract.markOpened,
    schemas.markOpened,
    async ({ viewer, params: { conversationId } }) => service.markOpened(context, { viewer, conversationId }),
    { keepsViewer: true },
  )

  route(contract.deleteChat, schemas.deleteChat, async ({ viewer, body: { conversation, seq } }) => {
    await service.deleteChat(context, { viewer, conversationId: conversation, seq })
    return { conversation }
  })
}

function sendRoutes({ route }: Binding, context: AppContext) {
  const writer = createMessageWriter(context)

  route(
    contract.sendMessage,
    schemas.sendMessage,
    async ({ viewer, host, params: { profileId }, body: message }) =>
      sendMessage({ ...context, writer }, { viewer, profileId, message, settings: context.sites.of(host).settings }),
    // A share of the general limit: members behind one address can write freely, a script cannot flood.
    {
      rateLimit: { max: Math.ceil(context.config.requestsPerMinute * MESSAGE_RATE_SHARE), timeWindow: MINUTE },
      keepsViewer: true,
    },
  )

  route(
    contract.addChatPhoto,
    schemas.addChatPhoto,
    async ({ viewer, params: { profileId }, body: { clientId }, upload }) => ({
      photo: await addChatPhoto(context, { viewer, profileId, clientId, source: upload }),
    }),
    { quotas: { name: 'chat_photos', perMember: [CHAT_PHOTO_RATE], perAddress: [] } },
  )

  route(
    contract.addVoice,
    schemas.addVoice,
    async ({ viewer, params: { profileId }, body, upload }) => ({
      voice: await addVoice(context, { viewer, profileId, ...body, source: upload }),
    }),
    { quotas: { name: 'chat_voices', perMember: [CHAT_PHOTO_RATE], perAddress: [] } },
  )
}

/** What members do with a message that was sent. */
function messageRoutes({ route }: Binding, context: AppContext) {
  route(
    contract.setReaction,
    schemas.setReaction,
    async ({ viewer, params, body: { reaction } }) => ({
      message: await setReaction(context, { viewer, ...params, reaction }),
    }),
    { memberRate: CONTACT_RATE },
  )

  route(
    contract.answerDate,
    schemas.answerDate,
    async ({ viewer, params, body: { answer } }) => ({
      message: await answerDate(context, { viewer, ...params, answer }),
    }),
    { memberRate: CONTACT_RATE },
  )

  route(contract.deleteMessage, schemas.deleteMessage, async ({ viewer, params }) => ({
    message: await deleteMessage(context, { viewer, ...params }),
  }))
}
