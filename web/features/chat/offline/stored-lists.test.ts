import { expect, test } from 'vitest'
import { discoveryQuery } from '#web/features/games/discovery-query.ts'
import { likeListPagesQuery, likesQuery } from '#web/features/likes/queries.ts'
import { photoRequestPagesQuery } from '#web/features/profiles/photos/photo-requests.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { newVisitorsQuery, visitorPagesQuery } from '#web/features/profiles/visits/visitor-queries.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { firstPageOf, isStoredList, placeOf } from './stored-lists.ts'

test.each([
  discoveryQuery(),
  likeListPagesQuery('matches'),
  likesQuery(),
  newVisitorsQuery(),
  ownProfileQuery(),
  photoRequestPagesQuery(),
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
  expect(firstPageOf({ pages: ['a', 'b'], pageParams: [undefined, 'x'] })).toEqual({
    pages: ['a'],
    pageParams: [undefined],
  })
  expect(firstPageOf({ profile: {} })).toEqual({ profile: {} })
})
