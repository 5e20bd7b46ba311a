import { MESSAGE_RATE_SHARE } from '#contract/limits.ts'
import * as contract from '#contract/chat.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
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

  route(contract.getConversation, async ({ viewer, host, params: { conversationId } }) => {
    const { message_credits: messageCredits } = context.sites.of(host).settings
    return service.openConversation(context, { viewer, conversationId, messageCredits })
  })

  route(contract.getConversationWith, async ({ viewer, host, params: { profileId } }) => {
    const { message_credits: messageCredits } = context.sites.of(host).settings
    return service.openConversationWith(context, { viewer, profileId, messageCredits })
  })

  route(contract.getMessages, async ({ viewer, params: { conversationId }, query }) =>
    service.listMessages(context, { viewer, conversationId, range: query }),
  )

  route(
    contract.sendMessage,
    async ({ viewer, host, params: { profileId }, body }) =>
      sendMessage(context, { viewer, profileId, ...body, settings: context.sites.of(host).settings }),
    // Many members may share an address, but nobody types this fast.
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
