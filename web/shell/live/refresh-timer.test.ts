import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { POLL_EVERY_MS, POLL_EVERY_WITH_PUSH_MS, POLL_START_MS } from '#contract/limits.ts'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { showsStored } from '#web/features/chat/offline/stored-key.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { isOutdated, startRefreshTimer } from './refresh-timer.ts'

vi.mock('#web/api/realtime/current-connection.ts', () => ({ isCaughtUp: vi.fn<() => boolean>(() => false) }))

const refresh = vi.fn<() => void>()
let hasPush = false
const start = () => startRefreshTimer({ refresh, hasPush: () => hasPush })

beforeEach(() => {
  refresh.mockClear()
  hasPush = false
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('the first refresh waits for its pause', () => {
  start()
  vi.advanceTimersByTime(POLL_START_MS - 1)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledOnce()
})

test('later refreshes follow at regular intervals', () => {
  start()
  vi.advanceTimersByTime(POLL_START_MS + 3 * POLL_EVERY_MS)
  expect(refresh).toHaveBeenCalledTimes(4)
})

test('a timer that is stopped before its start never refreshes', () => {
  start()()
  vi.advanceTimersByTime(POLL_START_MS + POLL_EVERY_MS)
  expect(refresh).not.toHaveBeenCalled()
})

test('a timer that is stopped later refreshes no more', () => {
  const stop = start()
  vi.advanceTimersByTime(POLL_START_MS)
  stop()
  vi.advanceTimersByTime(5 * POLL_EVERY_MS)
  expect(refresh).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('with push messages the intervals are longer, from the next pause on', () => {
  start()
  vi.advanceTimersByTime(POLL_START_MS)
  hasPush = true
  vi.advanceTimersByTime(POLL_EVERY_MS)
  expect(refresh).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(POLL_EVERY_WITH_PUSH_MS - 1)
  expect(refresh).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(3)
})

describe('what the badges show', () => {
  const queries = [userQuery(), likesQuery(), chatsQuery()]
  let client: QueryClient

  beforeEach(() => {
    vi.useRealTimers()
    vi.mocked(isCaughtUp).mockReturnValue(true)
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    for (const { queryKey } of queries) client.setQueryData<unknown>(queryKey, {})
  })

  test('is current while the socket has caught up', () => {
    expect(isOutdated(client)).toBe(false)
    vi.mocked(isCaughtUp).mockReturnValue(false)
    expect(isOutdated(client)).toBe(true)
  })

  test('is not while the chat shows what the device has stored, because the site did not reply for a moment', () => {
    showsStored(client, true)
    expect(isOutdated(client)).toBe(true)
    showsStored(client, false)
    expect(isOutdated(client)).toBe(false)
  })

  test('is not while the fetch after a gap has failed', async () => {
    const { queryKey } = chatsQuery()
    const fetched = (queryFn: () => Promise<never>) => client.query({ queryKey, queryFn, staleTime: 0 })
    await expect(fetched(() => Promise.reject(new Error('503')))).rejects.toThrow('503')
    expect(isOutdated(client)).toBe(true)
    client.setQueryData<unknown>(queryKey, {})
    expect(isOutdated(client)).toBe(false)
  })
})
