import { expect, test } from 'vitest'
import { RestartRule } from './restart-rule.ts'

const failed = { lifeMs: 200, wasReady: false }
const crashed = { lifeMs: 200, wasReady: true }
const lived = { lifeMs: 60_000, wasReady: true }

test('a process that lived for a while is started again at once', () => {
  expect(new RestartRule().ended(lived)).toBe(0)
})

test('a process that ends soon waits, longer each time up to a limit, also when it was ready', () => {
  const rule = new RestartRule()
  expect(Array.from({ length: 7 }, () => rule.ended(crashed))).toEqual([1000, 2000, 3000, 4000, 5000, 5000, 5000])
  expect([rule.ended(lived), rule.ended(crashed)]).toEqual([0, 1000])
})

test('a process that does not start is given up, and not one that was ready in between', () => {
  const rule = new RestartRule()
  const pauses = [failed, failed, failed, failed, crashed, failed, failed, failed, failed, failed]
  expect(pauses.map((end) => rule.ended(end) === null)).toEqual([...Array<boolean>(9).fill(false), true])
})

test('a process that takes long and never becomes ready is given up too', () => {
  const rule = new RestartRule()
  const slow = { lifeMs: 60_000, wasReady: false }
  expect(Array.from({ length: 5 }, () => rule.ended(slow))).toEqual([0, 0, 0, 0, null])
})
