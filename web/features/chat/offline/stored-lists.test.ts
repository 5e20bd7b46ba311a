import { expect, test } from 'vitest'
import { discoveryQuery } from '#web/features/games/discovery-query.ts'
import { likeListPagesQuery, likesQuery } from '#web/features/likes/queries.ts'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { newVisitorsQuery, visitorPagesQuery } from '#web/features/profiles/visits/visitor-queries.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { isStoredList, placeOf, storedDataOf } from './stored-lists.ts'

test.each([
  discoveryQuery(),
  likeListPagesQuery('matches'),
  likesQuery(),
  newVisitorsQuery(),
  ownProfileQuery(),
  searchQuery({ page: 1, country: 'NL' }),
  visitorPagesQuery(),
])('what pages beside the chat show is stored: $queryKey', ({ queryKey }) => {
  expect(isStoredList(queryKey)).toBe(true)
})

test.each([memberQuery('abc'), searchQuery({ page: 2 }), searchQuery({ page: 1, after: 'x' })])(
  'profiles of others and further pages are not stored: $queryKey',
  ({ queryKey }) => {
    expect(isStoredList(queryKey)).toBe(false)
  },
)

test('of all searches only the last one has a place, and of each list its first page', () => {
  expect(placeOf(searchQuery({ page: 1, country: 'NL' }).queryKey)).toBe(placeOf(searchQuery({ page: 1 }).queryKey))
  expect(placeOf(likeListPagesQuery('sent').queryKey)).not.toBe(placeOf(likeListPagesQuery('matches').queryKey))
  const pages = { pages: ['a', 'b'], pageParams: [undefined, 'x'] }
  expect(storedDataOf(visitorPagesQuery().queryKey, pages)).toEqual({ pages: ['a'], pageParams: [undefined] })
  expect(storedDataOf(ownProfileQuery().queryKey, { profile: {} })).toEqual({ profile: {} })
})

test('of the rows of members the one of those online now is not stored', () => {
  const rows = { today: ['a'], online: { members: ['b'] }, newNear: null }
  expect(storedDataOf(discoveryQuery().queryKey, rows)).toEqual({ today: ['a'], online: null, newNear: null })
  expect(storedDataOf(discoveryQuery().queryKey, null)).toBeNull()
})
