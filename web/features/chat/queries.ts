import { getChats } from '#contract/chat/calls.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { CHATS_BESIDE_CONVERSATION } from '#contract/limits.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'

/** First page of the conversation list, with the totals that the badges show. */
export const chatsQuery = () => apiQuery(getChats, { query: {} })

/**
 * The beginning of that page, for what the server renders beside a conversation. When the socket opens, the
 * list is fetched again (`live-for-member.tsx`), with all rows.
 */
export const chatsBesideQuery = () => ({
  ...apiQuery(getChats, { query: { limit: CHATS_BESIDE_CONVERSATION } }),
  queryKey: chatsQuery().queryKey,
})

/** What the list is narrowed to. */
export type ChatFilters = Omit<InputOf<typeof getChats>['query'], 'after' | 'limit'>

/** First page of the list of the conversations that fit. */
export const filteredChatsQuery = (filters: ChatFilters) => apiQuery(getChats, { query: filters })

/** The page of such a list that begins after a key. */
export const olderChatsQuery = (after: string, filters: ChatFilters = {}) =>
  apiQuery(getChats, { query: { ...filters, after } })

/** Key of every page of the list. */
export const allChatsKey = apiQueryKey(getChats)
