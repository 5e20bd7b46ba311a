import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeHandlers } from '#web/api/realtime/realtime.ts'
import { setBalanceAfterMessage } from '#web/features/accounts/balance.ts'
import {
  cachedRows,
  patchDeleted,
  patchLastMessage,
  patchPresence,
  patchReceipt,
  refetchChats,
} from '#web/features/chat/list/chats-cache.ts'
import {
  addMessage,
  applyDespiteFetches,
  refetchConversations,
  updateConversation,
  updateConversations,
} from '#web/features/chat/conversation/conversation-cache.ts'
import { movePositions, replaceMessage, withPresence } from '#web/features/chat/conversation/conversation-merge.ts'
import { reportReceived, reportReceivedInLists } from './received.ts'
import { dropOutgoing, updateOutbox } from '#web/features/chat/outbox/outbox.ts'

/** Every event carries what it changes: nothing is fetched for a message whose row the lists have. */
export const chatHandlers: RealtimeHandlers = {
  message({ message, partnerId, last, unread, totals, credits }, client) {
    const { conversationId, seq, senderId, clientId } = message
    applyDespiteFetches(client, (isRepeated) => {
      addMessage(client, partnerId, message)
      patchLastMessage(client, { conversationId, partnerId, last, unread, totals, isRepeated })
    })
    if (credits !== null) setBalanceAfterMessage(client, { credits })
    if (senderId === partnerId) reportReceived(conversationId, seq)
    else updateOutbox(client, partnerId, (outbox) => dropOutgoing(outbox, clientId))
  },
  'message.changed'({ message }, client) {
    const { conversationId, seq, kind } = message
    applyDespiteFetches(client, () => {
      updateConversation(client, conversationId, (open) => replaceMessage(open, message))
      if (kind === 'deleted') patchDeleted(client, { conversationId, seq })
    })
  },
  receipt(receipt, client) {
    const { conversationId, profileId, deliveredSeq, readSeq } = receipt
    applyDespiteFetches(client, (isRepeated) => {
      updateConversation(client, conversationId, (open) => {
        const isPartner = open.conversation.profile.id === profileId
        return movePositions(
          open,
          isPartner ? { partnerDeliveredSeq: deliveredSeq, partnerReadSeq: readSeq } : { readSeq },
        )
      })
      patchReceipt(client, { ...receipt, isRepeated })
    })
  },
  presence({ profileId, isOnline }, client) {
    applyDespiteFetches(client, () => {
      updateConversations(
        client,
        ({ conversation }) => conversation.profile.id === profileId,
        (open) => withPresence(open, isOnline),
      )
      patchPresence(client, { profileId, isOnline })
    })
  },
  // A match sets the price of the next message (CRED-8), so the button must not show that of before.
  // The list marks matches.
  'like.changed'({ likes }, client) {
    const isOutdated = ({ id }: { id: string }, isMatch: boolean) =>
      likes.some(({ profileId, isLiked, likesMe }) => profileId === id && (isLiked && likesMe) !== isMatch)
    refetchConversations(client, ({ conversation: { profile, matchedAt } }) => isOutdated(profile, matchedAt !== null))
    if (cachedRows(client).some(({ profile }) => isOutdated(profile, profile.isMatch))) void refetchChats(client)
  },
  // Premium members start any number of conversations (CHAT-4).
  'credits.changed': ({ isPremium }, client) =>
    refetchConversations(client, ({ conversation: { startsLeft } }) => isPremium === (startsLeft !== null)),
  // Sent when another device of the member starts or deletes a conversation, and when a block closes one.
  'chats.changed': (_event, client) => void refetchAll(client),
  // Also called with the first connection of a page.
  reset: (client) => void refetchAll(client).then(() => reportReceivedInLists(client)),
}

function refetchAll(client: QueryClient) {
  refetchConversations(client)
  return refetchChats(client)
}
