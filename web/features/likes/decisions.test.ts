import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  decide,
  decisionKey,
  readDecision,
  readDecisions,
  reconcileDecisions,
  subscribeToDecisions,
} from './decisions.ts'
import { likesQuery } from './queries.ts'

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => void vi.useRealTimers())

test('a decision of another device replaces the earlier one of this tab', async () => {
  observeLikes(async () => ['ben'])
  decide(client, { profileId: 'ana', isLiked: true })
  decide(client, { profileId: 'ben', isLiked: false })
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBe(false)
  expect(readDecision(client, 'ben')).toBe(true)
})

test('a decision that the server confirms stays', async () => {
  observeLikes(async () => ['ana'])
  decide(client, { profileId: 'ana', isLiked: true })
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBe(true)
})

test('a decision that is made during the request stays', async () => {
  const reply = Promise.withResolvers<string[]>()
  observeLikes(() => reply.promise)
  const reconciled = reconcileDecisions(client)
  vi.advanceTimersByTime(1000)
  decide(client, { profileId: 'ana', isLiked: true })
  reply.resolve([])
  await reconciled
  expect(readDecision(client, 'ana')).toBe(true)
})

test('a decision that is being sent stays', async () => {
  observeLikes(async () => [])
  decide(client, { profileId: 'ana', isLiked: true })
  const sending = Promise.withResolvers<void>()
  const mutation = client
    .getMutationCache()
    .build(client, { mutationKey: decisionKey('ana'), mutationFn: () => sending.promise })
    .execute(undefined)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBe(true)
  sending.resolve()
  await mutation
})

test('a profile without a decision gets none', async () => {
  observeLikes(async () => ['ana'])
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBeUndefined()
})

test('decisions stay if the server cannot be asked', async () => {
  observeLikes(() => Promise.reject(new Error('lost')))
  decide(client, { profileId: 'ana', isLiked: true })
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBe(true)
})

test('decisions stay while no component shows the likes, because nothing is fetched then', async () => {
  client.setQueryData(likesQuery().queryKey, { profiles: [], liked_by: [], num_new: 0 })
  decide(client, { profileId: 'ana', isLiked: true })
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(readDecision(client, 'ana')).toBe(true)
})

test('one subscription is notified of every decision, and the decisions are another object then', () => {
  const listener = vi.fn<() => void>()
  const end = subscribeToDecisions(client, listener)
  const before = readDecisions(client)
  decide(client, { profileId: 'ana', isLiked: true })
  decide(client, { profileId: 'ben', isLiked: false })
  expect(listener).toHaveBeenCalledTimes(2)
  expect(readDecisions(client)).not.toBe(before)
  end()
  decide(client, { profileId: 'ana', isLiked: false })
  expect(listener).toHaveBeenCalledTimes(2)
})

/** Observes the likes as a component would; `likedIds` is the server. */
function observeLikes(likedIds: () => Promise<string[]>) {
  const query = likesQuery()
  client.setQueryData(query.queryKey, { profiles: [], liked_by: [], num_new: 0 })
  const observer = new QueryObserver(client, {
    ...query,
    staleTime: Infinity,
    queryFn: async () => ({
      profiles: (await likedIds()).map((id) => ({ id, like_new: false })),
      liked_by: [],
      num_new: 0,
    }),
  })
  observer.subscribe(() => {})
}
