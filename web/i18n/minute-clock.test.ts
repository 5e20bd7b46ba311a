import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { watchMinutes } from './minute-clock.ts'

const start = new Date('2026-03-01T10:00:30Z')

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

test('the time of a page that was just rendered stays for a minute', () => {
  const onTick = vi.fn<(now: Date) => void>()
  watchMinutes(new Date(start.getTime() - 1000), onTick)
  vi.advanceTimersByTime(MINUTE - 1)
  expect(onTick).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onTick.mock.calls).toEqual([[new Date(start.getTime() + MINUTE)]])
})

test('a page with a time of long ago, or of a clock that is ahead, gets that of the browser at once', () => {
  for (const difference of [-HOUR, HOUR]) {
    const onTick = vi.fn<(now: Date) => void>()
    watchMinutes(new Date(start.getTime() + difference), onTick)
    expect(onTick.mock.calls).toEqual([[start]])
  }
})

test('a clock that is stopped has no timer', () => {
  const stop = watchMinutes(start, () => {})
  expect(vi.getTimerCount()).toBe(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
