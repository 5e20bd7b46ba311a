import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/schemas.ts'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import { setBalance, setBalanceAfterMessage, setRepliedBalance, setRepliedUser } from './balance.ts'
import { getMember } from '#contract/profiles/calls.ts'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { apiQuery } from '#web/api/queries.ts'
import { userQuery } from './queries.ts'
import { accountsHandlers } from './realtime.ts'

vi.mock('#web/api/realtime/current-connection.ts', () => ({ isCaughtUp: vi.fn<() => boolean>(() => false) }))

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

const cachedUser = () => client.getQueryData(userQuery().queryKey)?.user

test.each([
  ['a message', () => setBalanceAfterMessage(client, { credits: 0 })],
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
  expect(cachedUser()?.credits).toBe(0)
  stop()
})

test('the late reply to a message does not undo what a newer event has set', () => {
  vi.mocked(isCaughtUp).mockReturnValue(true)
  setBalance(client, { credits: 60, isPremium: true })
  setRepliedBalance(client, { credits: 0 })
  expect(cachedUser()).toMatchObject({ credits: 60, paid_user: true })
})

test('without events the reply to a message sets the balance', () => {
  setRepliedBalance(client, { credits: 1 })
  expect(cachedUser()).toMatchObject({ credits: 1, paid_user: false })
})

describe('events of several nodes that overtake each other', () => {
  /** A page that shows the balance. Returns what the server answers when it asks. */
  function page(credits: number) {
    const answer = vi.fn<() => Promise<ReturnType<typeof withCredits>>>(() => Promise.resolve(withCredits(credits)))
    const observer = new QueryObserver(client, { ...userQuery(), queryFn: answer, staleTime: Infinity })
    return { answer, stop: observer.subscribe(() => {}) }
  }
  const receive = (credits: number) =>
    accountsHandlers['credits.changed']?.({ type: 'credits.changed', credits, isPremium: true }, client)

  test('in order, messages lower the balance without asking the server', () => {
    const { answer, stop } = page(0)
    setBalanceAfterMessage(client, { credits: 1 })
    setBalanceAfterMessage(client, { credits: 0 })
    expect(cachedUser()?.credits).toBe(0)
    expect(answer).not.toHaveBeenCalled()
    stop()
  })

  test('a message that would raise the balance is an older one: the balance is fetched', async () => {
    const { answer, stop } = page(0)
    setBalanceAfterMessage(client, { credits: 0 })
    setBalanceAfterMessage(client, { credits: 1 })
    expect(cachedUser()?.credits).toBe(0)
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(answer).toHaveBeenCalledOnce()
    expect(cachedUser()?.credits).toBe(0)
    stop()
  })

  test('bought credits that are reported after a message from them are fetched', async () => {
    const { stop } = page(61)
    setBalanceAfterMessage(client, { credits: 61 })
    receive(62)
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(cachedUser()?.credits).toBe(61)
    stop()
  })
})

test('a reply with the member changes all but the balance while events come, and without them all', () => {
  const reply = { user: { language: 'fr', credits: 9, paid_user: false } as User }
  vi.mocked(isCaughtUp).mockReturnValue(true)
  setBalance(client, { credits: 60, isPremium: true })
  setRepliedUser(client, reply)
  expect(cachedUser()).toEqual({ language: 'fr', credits: 60, paid_user: true })
  vi.mocked(isCaughtUp).mockReturnValue(false)
  setRepliedUser(client, reply)
  expect(cachedUser()).toEqual(reply.user)
})

test('profiles are fetched again when premium begins or ends, and not with every change of the balance', () => {
  const member = apiQuery(getMember, { params: { profileId: 'ana' } }).queryKey
  const isStale = (isPremium: boolean) => {
    client.setQueryData(member, { member: { id: 'ana' } as MemberProfile })
    accountsHandlers['credits.changed']?.({ type: 'credits.changed', credits: 2, isPremium }, client)
    return client.getQueryState(member)?.isInvalidated
  }
  expect([isStale(false), isStale(true), isStale(true), isStale(false)]).toEqual([false, true, false, true])
})
