import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { refetchChats } from './chats-cache.ts'
import { addMessage, applyDespiteFetches, refetchConversations, updateConversation } from './conversation-cache.ts'
import { markReadUpTo } from './conversation-merge.ts'

export const chatHandlers: RealtimeHandlers = {
  message({ message }, client) {
    applyDespiteFetches(client, () => addMessage(client, message.senderId, message))
    void refetchChats(client)
  },
  receipt({ conversationId, profileId, readSeq }, client) {
    applyDespiteFetches(client, () =>
      updateConversation(client, conversationId, (open) => {
        const reader = open.conversation.profile.id === profileId ? 'partner' : 'viewer'
        return markReadUpTo(open, { reader, seq: readSeq })
      }),
    )
    void refetchChats(client)
  },
  // Sent when another device of the member starts or deletes a conversation, and when a block closes one.
  'chats.changed': (_event, client) => refetchAll(client),
  reset: (client) => refetchAll(client),
}

function refetchAll(client: QueryClient) {
  void refetchChats(client)
  refetchConversations(client)
}
