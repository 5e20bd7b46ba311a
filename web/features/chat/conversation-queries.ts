import { getConversation, getConversationWith } from '#contract/chat.ts'
import { apiQuery } from '#web/api/queries.ts'
import { mergeFetched, type OpenConversation } from './conversation-merge.ts'

// Apart from queries.ts, which every page loads for its badges.

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
