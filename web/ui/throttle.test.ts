import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

const written: number[] = []
const throttle = () => createThrottle<number>({ everyMs: 2000, write: (value) => void written.push(value) })

beforeEach(() => {
  vi.useFakeTimers()
  written.length = 0
})
afterEach(() => void vi.useRealTimers())

test('the first value is written at once, of those soon after it the newest', () => {
  const { put } = throttle()
  for (const value of [1, 2, 3]) put(value)
  expect(written).toEqual([1])
  vi.advanceTimersByTime(1999)
  expect(written).toEqual([1])
  vi.advanceTimersByTime(1)
  expect(written).toEqual([1, 3])
  put(4)
  expect(written).toEqual([1, 3])
  vi.advanceTimersByTime(2000)
  expect(written).toEqual([1, 3, 4])
})

test('after a pause a value is written at once again', () => {
  const { put } = throttle()
  put(1)
  vi.advanceTimersByTime(2000)
  put(2)
  expect(written).toEqual([1, 2])
})

test('what waits is written when asked for, once, or dropped', () => {
  const { put, flush, drop } = throttle()
  for (const value of [1, 2]) put(value)
  flush()
  expect(written).toEqual([1, 2])
  flush()
  put(3)
  expect(written).toEqual([1, 2])
  drop()
  vi.advanceTimersByTime(5000)
  flush()
  expect(written).toEqual([1, 2])
})
