import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POLL_EVERY_MS, POLL_START_MS } from '#contract/limits.ts'
import { startRefreshTimer } from './refresh-timer.ts'

const refresh = vi.fn<() => void>()

beforeEach(() => {
  refresh.mockClear()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('the first refresh waits for its pause', () => {
  startRefreshTimer(refresh)
  vi.advanceTimersByTime(POLL_START_MS - 1)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledOnce()
})

test('later refreshes follow at regular intervals', () => {
  startRefreshTimer(refresh)
  vi.advanceTimersByTime(POLL_START_MS + 3 * POLL_EVERY_MS)
  expect(refresh).toHaveBeenCalledTimes(4)
})

test('a timer that is stopped before its start never refreshes', () => {
  startRefreshTimer(refresh)()
  vi.advanceTimersByTime(POLL_START_MS + POLL_EVERY_MS)
  expect(refresh).not.toHaveBeenCalled()
})

test('a timer that is stopped later refreshes no more', () => {
  const stop = startRefreshTimer(refresh)
  vi.advanceTimersByTime(POLL_START_MS)
  stop()
  vi.advanceTimersByTime(5 * POLL_EVERY_MS)
  expect(refresh).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
