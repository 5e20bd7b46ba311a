import { MESSAGE_RATE_SHARE } from '#contract/limits.ts'
import * as contract from '#contract/chat.ts'
import { messagePrice } from '#server/features/credits/rules.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { MINUTE } from '#contract/time.ts'
import { sendMessage } from './send-message.ts'
import * as service from './service.ts'

export function chatRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const cursors = createCursors({ secret: context.config.secret, purpose: 'chats' })

  route(contract.getChats, async ({ viewer, query: { after } }) =>
    service.listChats({ ...context, cursors }, { viewer, after }),
  )

  route(contract.getConversation, async ({ viewer, host, params: { conversationId } }) =>
    service.openConversation(context, {
      viewer,
      conversationId,
      messageCredits: messagePrice(context.sites.of(host).settings),
    }),
  )

  route(contract.getConversationWith, async ({ viewer, host, params: { profileId } }) =>
    service.openConversationWith(context, {
      viewer,
      profileId,
      messageCredits: messagePrice(context.sites.of(host).settings),
    }),
  )

  route(contract.getMessages, async ({ viewer, params: { conversationId }, query }) =>
    service.listMessages(context, { viewer, conversationId, range: query }),
  )

  route(
    contract.sendMessage,
    async ({ viewer, host, params: { profileId }, body }) =>
      sendMessage(context, { viewer, profileId, ...body, settings: context.sites.of(host).settings }),
    // A share of the general limit: members behind one address can write freely, a script cannot flood.
    { rateLimit: { max: Math.ceil(context.config.requestsPerMinute * MESSAGE_RATE_SHARE), timeWindow: MINUTE } },
  )

  route(contract.markRead, async ({ viewer, params: { conversationId }, body: { seq } }) =>
    service.markRead(context, { viewer, conversationId, seq }),
  )

  route(contract.deleteChat, async ({ viewer, body: { conversation } }) => {
    await service.deleteChat(context, { viewer, conversationId: conversation })
    return { conversation }
  })
}
