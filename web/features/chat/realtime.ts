import type { QueryClient } from '@tanstack/react-query'
import type { FrameHandlers } from '#web/api/realtime.ts'
import { addMessages, catchUp, openConversations, updateConversations } from './conversation-cache.ts'
import { chatsQuery } from './queries.ts'

export const chatFrames: FrameHandlers = {
  message({ conversationId, message }, client) {
    refetchChats(client)
    for (const open of openConversations(client)) {
      const { id, profile } = open.conversation
      if (id !== conversationId && profile.id !== message.senderId) continue
      const last = open.messages.at(-1)?.seq ?? 0
      // One in between is missing: fetch it rather than show a gap.
      if (id !== null && message.seq > last + 1) void catchUp(client, open)
      else addMessages(client, profile.id, [message])
    }
  },
  receipt({ conversationId, profileId, readSeq }, client) {
    updateConversations(
      client,
      ({ conversation }) => conversation.id === conversationId,
      (open) => {
        const isPartner = open.conversation.profile.id === profileId
        const read = isPartner ? { partnerReadSeq: readSeq } : { readSeq }
        return { ...open, conversation: { ...open.conversation, ...read } }
      },
    )
    refetchChats(client)
  },
  'chats.changed': (_frame, client) => refetchChats(client),
  reset(client) {
    refetchChats(client)
    for (const open of openConversations(client)) void catchUp(client, open)
  },
}

function refetchChats(client: QueryClient) {
  void client.invalidateQueries({ queryKey: chatsQuery().queryKey })
}
