import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { likeLists } from '#contract/likes.ts'
import type { MemberProfile, ProfileCard } from '#contract/profiles.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { matchKey } from './match.ts'
import { likeListPagesQuery, likesQuery } from './queries.ts'
import { likesHandlers } from './realtime.ts'

// The handlers read nothing else of a profile.
const ana = { id: 'ana', name: 'Ana' } as ProfileCard
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(likesQuery().queryKey, { profiles: [], liked_by: [], num_new: 0 })
  for (const list of likeLists) {
    client.setQueryData(likeListPagesQuery(list).queryKey, { pages: [], pageParams: [] })
  }
  client.setQueryData(memberQuery('ana').queryKey, { member: { ...ana, isMatch: false } as MemberProfile })
})

const staleKeys = () =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey)

const likeKeys = [likesQuery().queryKey, ...likeLists.map((list) => likeListPagesQuery(list).queryKey)]

test.each([
  ['a new like', () => likesHandlers.like?.({ type: 'like', profileId: 'ana' }, client)],
  ['a change on another device', () => likesHandlers['likes.changed']?.({ type: 'likes.changed' }, client)],
  ['missed events', () => likesHandlers.reset?.(client)],
])('%s makes the counts and all three lists stale', (_event, handle) => {
  handle()
  expect(staleKeys()).toEqual(likeKeys)
})

test('a match is shown, and makes the profile stale too', () => {
  likesHandlers.match?.({ type: 'match', profile: ana }, client)
  expect(client.getQueryData(matchKey)).toBe(ana)
  expect(staleKeys()).toEqual([...likeKeys, memberQuery('ana').queryKey])
})
