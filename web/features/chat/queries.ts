import { getChats, getConversation, getConversationWith } from '#contract/chat.ts'
import { apiQuery } from '#web/api/queries.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })

/** The page of the list that begins behind a key. */
export const olderChatsQuery = (after: string) => apiQuery(getChats, { query: { after } })

// A conversation is fetched once; from then on frames and `catchUp` keep it true, so that older messages which were
// scrolled to stay.
const kept = { staleTime: 'static', refetchOnWindowFocus: false } as const

export const conversationQuery = (conversationId: string) => ({
  ...apiQuery(getConversation, { params: { conversationId } }),
  ...kept,
})

export const conversationWithQuery = (profileId: string) => ({
  ...apiQuery(getConversationWith, { params: { profileId } }),
  ...kept,
})
