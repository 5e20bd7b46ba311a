import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { likeLists } from '#contract/likes/like-lists.ts'
import type { MemberProfile, ProfileCard } from '#contract/profiles/schemas.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { decide, readDecision } from './decisions.ts'
import type { LikeState } from './likes-cache.ts'
import { readQueue } from './matches.ts'
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
  client.setQueryData(memberQuery('ana').queryKey, {
    member: { ...ana, isLiked: true, isMatch: false } as MemberProfile,
  })
})

const staleKeys = () =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey)
const likes = () => client.getQueryData(likesQuery().queryKey)
const member = () => client.getQueryData(memberQuery('ana').queryKey)?.member

const listKeys = likeLists.map((list) => likeListPagesQuery(list).queryKey)
const changed = (like: Partial<LikeState>, newLikes = 0) =>
  likesHandlers['like.changed']?.(
    {
      type: 'like.changed',
      newLikes,
      likes: [{ profileId: 'ana', isLiked: false, likesMe: false, isNew: false, ...like }],
    },
    client,
  )

describe('the number of new likes', () => {
  const like = (profileId: string, newLikes: number) =>
    likesHandlers.like?.({ type: 'like', profileId, newLikes }, client)
  const isDoubted = () => client.getQueryState(likesQuery().queryKey)?.isInvalidated

  test('of events in their order is not fetched', () => {
    like('ana', 1)
    like('eva', 2)
    changed({ isLiked: true, likesMe: true, isNew: false }, 1)
    expect(likes()?.num_new).toBe(1)
    expect(isDoubted()).toBe(false)
  })

  test('of events that overtook each other is fetched', () => {
    like('eva', 2)
    expect(isDoubted()).toBe(true)
    client.setQueryData(likesQuery().queryKey, {
      profiles: [],
      liked_by: ['eva', 'ana'].map((id) => ({ id, like_new: true })),
      num_new: 2,
    })
    expect(isDoubted()).toBe(false)
    like('ana', 1)
    expect(isDoubted()).toBe(true)
  })
})

test('a new like sets the counts without fetching them, and makes the lists stale', () => {
  decide(client, { profileId: 'ana', isLiked: true })
  likesHandlers.like?.({ type: 'like', profileId: 'ana', newLikes: 1 }, client)
  expect(likes()).toEqual({
    profiles: [{ id: 'ana', like_new: true }],
    liked_by: [{ id: 'ana', like_new: true }],
    num_new: 1,
  })
  expect(member()).toMatchObject({ isLiked: true, isMatch: true })
  expect(staleKeys()).toEqual(listKeys)
})

describe('a like that changed', () => {
  test('sets counts, hearts and the profile', () => {
    decide(client, { profileId: 'ana', isLiked: true })
    changed({ likesMe: true, isNew: true }, 1)
    expect(likes()).toEqual({ profiles: [], liked_by: [{ id: 'ana', like_new: true }], num_new: 1 })
    expect(readDecision(client, 'ana')).toBe(false)
    expect(member()).toMatchObject({ isLiked: false, isMatch: false })
    changed({ isLiked: true, likesMe: true })
    expect(likes()?.num_new).toBe(0)
    expect(member()).toMatchObject({ isLiked: true, isMatch: true })
  })

  test('refetches the list on the screen, unless this tab has caused it', () => {
    const fetched: string[] = []
    const stop = new QueryObserver(client, {
      queryKey: likeListPagesQuery('sent').queryKey,
      queryFn: () => {
        fetched.push('sent')
        return null
      },
      staleTime: Infinity,
    }).subscribe(() => {})
    decide(client, { profileId: 'ana', isLiked: true })
    changed({ isLiked: true })
    expect(likes()?.profiles).toEqual([{ id: 'ana', like_new: false }])
    expect(fetched).toEqual([])
    changed({ isLiked: false })
    expect(fetched).toEqual(['sent'])
    stop()
  })
})

test.each([
  ['a change whose details are hidden', () => likesHandlers['likes.changed']?.({ type: 'likes.changed' }, client)],
  ['missed events', () => likesHandlers.reset?.(client)],
])('%s makes the counts and all three lists stale', (_event, handle) => {
  handle()
  expect(staleKeys()).toEqual([likesQuery().queryKey, ...listKeys])
})

test('a match waits to be shown', () => {
  likesHandlers.match?.({ type: 'match', profile: ana }, client)
  expect(readQueue(client)).toMatchObject({ shown: null, waiting: [{ kind: 'match', profile: ana }] })
})
