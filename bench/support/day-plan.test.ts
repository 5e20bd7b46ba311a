import { expect, test } from 'vitest'
import { createRng } from '#server/demo/random.ts'
import { planOf } from './day-plan.ts'

const rng = createRng('day')
const count = (steps: { action: string }[], action: string) => steps.filter((step) => step.action === action).length

test('a whole hour has all members, each with forty messages, and 2 % of them buy', () => {
  const { members, steps } = planOf({ perHour: 200, seconds: 3600, rng })
  expect(members).toBe(200)
  expect(count(steps, 'log-in')).toBe(200)
  expect(count(steps, 'page')).toBe(200)
  expect(count(steps, 'message')).toBe(200 * 40)
  expect(count(steps, 'purchase')).toBe(4)
})

test('a part of an hour has its share, and ends in time', () => {
  const { members, steps } = planOf({ perHour: 10_000, seconds: 36, rng })
  expect(members).toBe(100)
  expect(count(steps, 'page')).toBe(100)
  expect(Math.max(...steps.map(({ atMs }) => atMs))).toBeLessThanOrEqual(36_000)
})

test('a member logs in before all else, and steps are in the order of time', () => {
  const { steps } = planOf({ perHour: 1000, seconds: 36, rng })
  const seen = new Set<number>()
  let last = 0
  for (const { action, member, atMs } of steps) {
    expect(atMs).toBeGreaterThanOrEqual(last)
    last = atMs
    if (action === 'log-in') seen.add(member)
    expect(seen).toContain(member)
  }
})
