import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decisionKey, reconcileDecisions } from './decisions.ts'
import { likesQuery } from './queries.ts'

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => void vi.useRealTimers())

test('a decision of another device replaces the earlier one of this tab', async () => {
  observeLikes(async () => ['ben'])
  client.setQueryData(decisionKey('ana'), true)
  client.setQueryData(decisionKey('ben'), false)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(false)
  expect(client.getQueryData(decisionKey('ben'))).toBe(true)
})

test('a decision that the server confirms stays', async () => {
  observeLikes(async () => ['ana'])
  client.setQueryData(decisionKey('ana'), true)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
})

test('a decision that is made during the request stays', async () => {
  const reply = Promise.withResolvers<string[]>()
  observeLikes(() => reply.promise)
  const reconciled = reconcileDecisions(client)
  vi.advanceTimersByTime(1000)
  client.setQueryData(decisionKey('ana'), true)
  reply.resolve([])
  await reconciled
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
})

test('a decision that is being sent stays', async () => {
  observeLikes(async () => [])
  client.setQueryData(decisionKey('ana'), true)
  const sending = Promise.withResolvers<void>()
  const mutation = client
    .getMutationCache()
    .build(client, { mutationKey: decisionKey('ana'), mutationFn: () => sending.promise })
    .execute(undefined)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
  sending.resolve()
  await mutation
})

test('a profile without a decision gets none', async () => {
  observeLikes(async () => ['ana'])
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBeUndefined()
})

test('decisions stay if the server cannot be asked', async () => {
  observeLikes(() => Promise.reject(new Error('lost')))
  client.setQueryData(decisionKey('ana'), true)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
})

test('decisions stay while no component shows the likes, because nothing is fetched then', async () => {
  client.setQueryData(likesQuery().queryKey, { profiles: [], liked_by: [], num_new: 0 })
  client.setQueryData(decisionKey('ana'), true)
  vi.advanceTimersByTime(1000)
  await reconcileDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
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
