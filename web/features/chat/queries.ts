import { getChats } from '#contract/chat.ts'
import { apiQuery } from '#web/api/queries.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })
