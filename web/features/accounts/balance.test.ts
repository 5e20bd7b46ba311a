import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { isCaughtUp } from '#web/api/realtime.ts'
import { setBalance, setRepliedBalance } from './balance.ts'
import { userQuery } from './queries.ts'
import { accountsHandlers } from './realtime.ts'

vi.mock('#web/api/realtime.ts', () => ({ isCaughtUp: vi.fn<() => boolean>(() => false) }))

// The cache reads nothing else of the member.
const withCredits = (credits: number) => ({ user: { credits, paid_user: false } as User })

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(userQuery().queryKey, withCredits(2))
})
afterEach(() => {
  vi.mocked(isCaughtUp).mockReturnValue(false)
})

const shown = () => client.getQueryData(userQuery().queryKey)?.user

test.each([
  ['a message', () => setBalance(client, { credits: 0 })],
  [
    'an event of the balance',
    () => accountsHandlers['credits.changed']?.({ type: 'credits.changed', credits: 0, isPremium: false }, client),
  ],
])('a reply from before %s does not bring the old balance back', async (_, change) => {
  const late = Promise.withResolvers<ReturnType<typeof withCredits>>()
  let calls = 0
  const observer = new QueryObserver(client, {
    ...userQuery(),
    queryFn: () => {
      calls += 1
      return calls === 1 ? late.promise : Promise.resolve(withCredits(0))
    },
  })
  const stop = observer.subscribe(() => {})
  change()
  late.resolve(withCredits(2))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(shown()?.credits).toBe(0)
  stop()
})

test('the late reply to a message does not undo what a newer event has set', () => {
  vi.mocked(isCaughtUp).mockReturnValue(true)
  setBalance(client, { credits: 60, isPremium: true })
  setRepliedBalance(client, { credits: 0 })
  expect(shown()).toMatchObject({ credits: 60, paid_user: true })
})

test('without events the reply to a message sets the balance', () => {
  setRepliedBalance(client, { credits: 1 })
  expect(shown()).toMatchObject({ credits: 1, paid_user: false })
})
