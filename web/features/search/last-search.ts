import type { SafeStorage } from '#web/api/safe-storage.ts'
import { readSearch, writeSearch } from './search-url.ts'

type Store = Pick<SafeStorage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (memberId: string) => `last-search:${memberId}`

/**
 * Returns a member's last search on this device as a query string; empty if there is none. It is read as any
 * URL: invalid values count as absent.
 */
export function lastSearch(storage: Store, memberId: string) {
  const { page: _, after: __, ...filters } = readSearch(new URLSearchParams(storage.getItem(keyOf(memberId)) ?? ''))
  return writeSearch(filters)
}

/** Stores the query string of a search, without its page; an empty one forgets the last search. */
export function storeSearch(storage: Store, { memberId, query }: { memberId: string; query: string }) {
  if (query) storage.setItem(keyOf(memberId), query)
  else storage.removeItem(keyOf(memberId))
}
