import { getChats, getConversation, getConversationWith } from '#contract/chat.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { mergeFetched, type OpenConversation } from './conversation-merge.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })

/** The page of the list that begins after a key. */
export const olderChatsQuery = (after: string) => apiQuery(getChats, { query: { after } })

/** Key of every page of the list. */
export const allChatsKey = apiQueryKey(getChats)

// Realtime events keep an open conversation current. A fetched one is merged, so that loaded history stays.
const mergesFetched = {
  structuralSharing: (known: unknown, fetched: unknown) =>
    // The option does not carry the type of the data; both values come from the endpoints below.
    mergeFetched(known as OpenConversation | undefined, fetched as OpenConversation),
}

export const conversationQuery = (conversationId: string) => ({
  ...apiQuery(getConversation, { params: { conversationId } }),
  ...mergesFetched,
})

export const conversationWithQuery = (profileId: string) => ({
  ...apiQuery(getConversationWith, { params: { profileId } }),
  ...mergesFetched,
})
