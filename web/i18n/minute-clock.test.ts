import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { createMinuteClock } from './minute-clock.ts'

const start = new Date('2026-03-01T10:00:30Z')

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

test('the time does not change between two ticks, so that one render uses one time', () => {
  const clock = createMinuteClock()
  clock.subscribe(() => {})
  const first = clock.now()
  vi.advanceTimersByTime(MINUTE - 1)
  expect(clock.now()).toBe(first)
  expect(first).toEqual(start)
})

test('every minute the listener is called and the time moves on', () => {
  const clock = createMinuteClock()
  const onTick = vi.fn<() => void>()
  clock.subscribe(onTick)
  vi.advanceTimersByTime(2 * MINUTE)
  expect(onTick).toHaveBeenCalledTimes(2)
  expect(clock.now()).toEqual(new Date(start.getTime() + 2 * MINUTE))
})

test('a clock without listeners has no timer', () => {
  const clock = createMinuteClock()
  const unsubscribe = clock.subscribe(() => {})
  expect(vi.getTimerCount()).toBe(1)
  unsubscribe()
  expect(vi.getTimerCount()).toBe(0)
})
