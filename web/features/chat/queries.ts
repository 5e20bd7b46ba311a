import { getChats, getConversation, getConversationWith } from '#contract/chat.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { continued, type OpenConversation } from './conversation-cache.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })

/** The page of the list that begins behind a key. */
export const olderChatsQuery = (after: string) => apiQuery(getChats, { query: { after } })

/** Every page of the list. */
export const allChatsKey = apiQueryKey(getChats)

// Frames keep an open conversation true; fetched anew, it goes on from what is there.
const kept = {
  structuralSharing: (known: unknown, fetched: unknown) =>
    // The options of a query do not know the type of its data here; both come from the endpoints below.
    continued(known as OpenConversation | undefined, fetched as OpenConversation),
}

export const conversationQuery = (conversationId: string) => ({
  ...apiQuery(getConversation, { params: { conversationId } }),
  ...kept,
})

export const conversationWithQuery = (profileId: string) => ({
  ...apiQuery(getConversationWith, { params: { profileId } }),
  ...kept,
})
