import type { QueryKey } from '@tanstack/react-query'

/*
 * What pages beside the chat show without a connection, by the first part of the keys of their queries: so
 * the pages of the chat load no code of other pages. A test compares them with the calls.
 */

export const LIKE_LISTS = 'likes pages'
const SEARCH = '/api/members'
export const VISITORS = '/api/visitors'
export const OWN_PROFILE = '/api/profile'
export const DISCOVERY = '/api/discovery'

const paths = new Set<unknown>([LIKE_LISTS, VISITORS, OWN_PROFILE, DISCOVERY, '/api/likes', '/api/visitors/new'])

/** Whether the device stores what a query has loaded: of a search its first page. */
export function isStoredList([path, input]: QueryKey) {
  return path === SEARCH ? firstSearchOf([path, input]) !== null : paths.has(path)
}

/** Returns the filters of a search whose key is that of its first page; null for any other key. */
export function firstSearchOf([path, input]: QueryKey): Record<string, unknown> | null {
  if (path !== SEARCH || typeof input !== 'object' || input === null || !('query' in input)) return null
  const { page, after, ...filters } = Object(input.query) as Record<string, unknown>
  return page === 1 && after === undefined ? filters : null
}

/** Returns what is stored of a query: the first page of a list that grows, and no row of those online now. */
export function storedDataOf([path]: QueryKey, data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (path === DISCOVERY) return { ...data, online: null }
  if (!('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data
  return Array.isArray(pages) && Array.isArray(pageParams)
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}

/** Names the place of a query in what is stored: of all searches only the last one is. */
export function placeOf(key: QueryKey) {
  return key[0] === SEARCH ? SEARCH : JSON.stringify(key)
}
