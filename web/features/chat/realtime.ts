import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { addMessage, onceFetched, refetchConversations, updateConversations } from './conversation-cache.ts'
import { allChatsKey } from './queries.ts'

export const chatHandlers: RealtimeHandlers = {
  message({ message }, client) {
    const add = () => addMessage(client, message.senderId, message)
    add()
    onceFetched(client, add)
    refetchChats(client)
  },
  receipt({ conversationId, profileId, readSeq }, client) {
    const note = () =>
      updateConversations(
        client,
        ({ conversation }) => conversation.id === conversationId,
        (open) => {
          const isPartner = open.conversation.profile.id === profileId
          const read = isPartner ? { partnerReadSeq: readSeq } : { readSeq }
          return { ...open, conversation: { ...open.conversation, ...read } }
        },
      )
    note()
    onceFetched(client, note)
    refetchChats(client)
  },
  // Also when one was started by another device of the member, removed, or closed by a block.
  'chats.changed': (_event, client) => refetchAll(client),
  reset: (client) => refetchAll(client),
}

function refetchAll(client: QueryClient) {
  refetchChats(client)
  refetchConversations(client)
}

function refetchChats(client: QueryClient) {
  void client.invalidateQueries({ queryKey: allChatsKey })
}
