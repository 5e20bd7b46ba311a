import { expect, test } from 'vitest'
import { likeTimerMs, withoutLikeTimer } from './like-timer.ts'

test.each([
  ['?t=5', 5000],
  ['?page=2&t=0', 0],
  ['?t=3600', 3_600_000],
])('%s waits %i ms', (search, ms) => {
  expect(likeTimerMs(search)).toBe(ms)
})

test.each(['', '?x=1', '?t=', '?t=-1', '?t=1.5', '?t=abc', '?t=3601', '?t=1e3'])('%s asks for nothing', (search) => {
  expect(likeTimerMs(search)).toBeNull()
})

test('only the parameter is removed', () => {
  expect(withoutLikeTimer('?page=2&t=5&gender=male')).toBe('page=2&gender=male')
})
