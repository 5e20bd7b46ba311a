import { getChats, getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { likeLists } from '#contract/likes/like-lists.ts'
import { firstSearchOf, LIKE_LISTS, OWN_PROFILE, VISITORS } from '#web/features/chat/offline/stored-lists.ts'
import type { StartEntry } from '#web/features/chat/offline/stored-start.ts'

type Key = StartEntry[0]

export const CHATS: Key = [getChats.path, { query: {} }]

/** What a page needs that starts without a connection. */
export interface OfflineRoute {
  /** The conversation that it shows, and the key of its query. */
  conversation?: { ids: { conversationId?: string; profileId?: string }; key: Key }
  /** The keys of queries without which it does not start. */
  requires?: readonly Key[]
  /** It does not say by itself that there is no connection. */
  needsNote?: true
}

interface Match {
  /** Of the innermost route. */
  id: string
  params: Partial<Record<string, string>>
  /** Path and query string of the page. */
  address: string
}

/** Returns what a page needs, or null for one that needs a connection. */
export function offlineRouteOf({ id, params, address }: Match, entries: readonly StartEntry[]): OfflineRoute | null {
  switch (id) {
    case 'routes/chats':
      return { requires: [CHATS] }
    case 'routes/conversation': {
      const ids = { conversationId: params['id'] ?? '' }
      return { conversation: { ids, key: [getConversation.path, { params: ids }] } }
    }
    case 'routes/conversation-with': {
      const ids = { profileId: params['id'] ?? '' }
      return { conversation: { ids, key: [getConversationWith.path, { params: ids }] } }
    }
    case 'routes/me':
      return { requires: [[OWN_PROFILE, {}]] }
    case 'routes/likes': {
      const list = params['type'] ?? 'received'
      return likeLists.some((each) => each === list) ? { requires: [[LIKE_LISTS, list]], needsNote: true } : null
    }
    case 'routes/members': {
      const search = entries.find(([key]) => firstSearchOf(key))
      return search && address === storedSearchPath(entries) ? { requires: [search[0]], needsNote: true } : null
    }
    case 'routes/visitors':
      return { requires: [[VISITORS]], needsNote: true }
    default:
      return null
  }
}

/** Returns the address of the search that the device has stored, or null without one. */
export function storedSearchPath(entries: readonly StartEntry[]) {
  const filters = entries.map(([key]) => firstSearchOf(key)).find((each) => each !== null)
  if (!filters) return null
  const params = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `/members?${params.toString().replaceAll('%2C', ',')}` : '/members'
}
