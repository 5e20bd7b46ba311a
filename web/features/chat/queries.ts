import { getChats } from '#contract/chat.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })

/** The page of the list that begins after a key. */
export const olderChatsQuery = (after: string) => apiQuery(getChats, { query: { after } })

/** Key of every page of the list. */
export const allChatsKey = apiQueryKey(getChats)
