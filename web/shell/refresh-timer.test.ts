import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POLL_EVERY_MS, POLL_EVERY_WITH_PUSH_MS, POLL_START_MS } from '#contract/limits.ts'
import { startRefreshTimer } from './refresh-timer.ts'

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
