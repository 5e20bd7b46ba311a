import { expect, test } from 'vitest'
import { conversationQuery, conversationWithQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import type { StartEntry } from '#web/features/chat/offline/stored-start.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { likeListPagesQuery } from '#web/features/likes/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { visitorPagesQuery } from '#web/features/profiles/visits/visitor-queries.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { readSearch } from '#web/features/search/search-url.ts'
import { offlineRouteOf, storedSearchPath } from './offline-routes.ts'

const routeOf = (id: string, params: Record<string, string> = {}, address = '') =>
  offlineRouteOf({ id: `routes/${id}`, params, address }, [])

test.each([
  ['chats', [chatsQuery()]],
  ['me', [ownProfileQuery()]],
  ['likes', [likeListPagesQuery('received')]],
  ['visitors', [visitorPagesQuery()]],
])('the page %s requires the queries that it reads, by their keys', (id, queries) => {
  expect(routeOf(id)?.requires).toEqual(queries.map(({ queryKey }) => queryKey))
})

test('each tab of the likes requires its own list, and an unknown one needs a connection', () => {
  expect(routeOf('likes', { type: 'sent' })?.requires).toEqual([likeListPagesQuery('sent').queryKey])
  expect(routeOf('likes', { type: 'none' })).toBeNull()
})

test('a conversation has the key of the query that its page reads', () => {
  expect(routeOf('conversation', { id: 'c-1' })).toEqual({
    conversation: { ids: { conversationId: 'c-1' }, key: conversationQuery('c-1').queryKey },
  })
  expect(routeOf('conversation-with', { id: 'abc' })).toEqual({
    conversation: { ids: { profileId: 'abc' }, key: conversationWithQuery('abc').queryKey },
  })
})

test('the search opens with what it showed last, at the address of that, and at no other', () => {
  const address = '/members?country=NL&online=true&eyeColour=blue,green'
  const search = readSearch(new URL(address, 'http://page').searchParams)
  const entries: StartEntry[] = [[searchQuery(search).queryKey, {}, 1]]
  const path = storedSearchPath(entries)
  expect(path).not.toBeNull()
  expect(readSearch(new URL(path ?? '', 'http://page').searchParams)).toEqual(search)
  const at = (each: string) => offlineRouteOf({ id: 'routes/members', params: {}, address: each }, entries)
  expect(at(path ?? '')?.requires).toEqual([searchQuery(search).queryKey])
  expect(at('/members?country=FR')).toBeNull()
  expect(storedSearchPath([[searchQuery({ page: 1 }).queryKey, {}, 1]])).toBe('/members')
  expect(storedSearchPath([[searchQuery({ page: 2 }).queryKey, {}, 1]])).toBeNull()
})

test.each(['home', 'member', 'profile', 'settings', 'payments/credits', 'not-found'])('%s needs a connection', (id) => {
  expect(routeOf(id)).toBeNull()
})
