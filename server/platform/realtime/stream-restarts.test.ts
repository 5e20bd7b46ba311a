import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { StreamRestarts } from './stream-restarts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const users = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('few users are restarted at once, many over some time, each of them once', () => {
  const restarted: number[] = []
  const restarts = new StreamRestarts((userId) => restarted.push(userId))
  restarts.add(users(20))
  expect(restarted).toEqual(users(20))
  restarted.length = 0
  restarts.add(users(1000))
  expect(restarted.length).toBeLessThan(50)
  vi.advanceTimersByTime(1 * SECOND)
  expect(restarted.length).toBeGreaterThan(100)
  expect(restarted.length).toBeLessThan(400)
  vi.runAllTimers()
  expect(restarted).toEqual(users(1000))
})

test('a second gap restarts those again whose turn is over, and the others once', () => {
  const restarted: number[] = []
  const restarts = new StreamRestarts((userId) => restarted.push(userId))
  restarts.add(users(100))
  const before = [...restarted]
  restarts.add(users(100))
  vi.runAllTimers()
  expect(restarted.toSorted((one, other) => one - other)).toEqual(
    [...before, ...users(100)].toSorted((one, other) => one - other),
  )
})

test('a node that stops restarts no more', () => {
  const restarted: number[] = []
  const restarts = new StreamRestarts((userId) => restarted.push(userId))
  restarts.add(users(100))
  const before = restarted.length
  restarts.stop()
  vi.runAllTimers()
  expect(restarted).toHaveLength(before)
})
