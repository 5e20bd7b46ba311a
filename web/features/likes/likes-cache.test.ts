import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProfileCard } from '#contract/profiles.ts'
import { decisionKey, settleDecisions } from './decisions.ts'
import { closeMatch, matchKey, showMatch, showMatchOnce } from './match.ts'
import { likesQuery } from './queries.ts'

const ana = { id: 'ana', name: 'Ana' } as ProfileCard

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('what another device decided counts more than what this tab decided before', async () => {
  const client = new QueryClient()
  watchLikes(client, async () => ['ben'])
  client.setQueryData(decisionKey('ana'), true)
  client.setQueryData(decisionKey('ben'), false)
  vi.advanceTimersByTime(1000)
  await settleDecisions(client)
  expect(client.getQueryData(decisionKey('ana'))).toBe(false)
  expect(client.getQueryData(decisionKey('ben'))).toBe(true)
})

test('what is decided while the server is asked stands', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<string[]>()
  watchLikes(client, () => answer.promise)
  const settled = settleDecisions(client)
  vi.advanceTimersByTime(1000)
  client.setQueryData(decisionKey('ana'), true)
  answer.resolve([])
  await settled
  expect(client.getQueryData(decisionKey('ana'))).toBe(true)
})

test('a match that was closed is not opened again by the socket', () => {
  const client = new QueryClient()
  showMatch(client, ana)
  closeMatch(client)
  showMatchOnce(client, ana)
  expect(client.getQueryData(matchKey)).toBeNull()
})

/** Somebody looks at the likes, and the server knows these. */
function watchLikes(client: QueryClient, idsOfLiked: () => Promise<string[]>) {
  const query = likesQuery()
  client.setQueryData(query.queryKey, { profiles: [], liked_by: [], num_new: 0 })
  const observer = new QueryObserver(client, {
    ...query,
    staleTime: Infinity,
    queryFn: async () => ({
      profiles: (await idsOfLiked()).map((id) => ({ id, like_new: false })),
      liked_by: [],
      num_new: 0,
    }),
  })
  observer.subscribe(() => {})
}
