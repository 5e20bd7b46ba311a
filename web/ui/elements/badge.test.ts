import { expect, test } from 'vitest'
import { cappedCount } from './badge.tsx'

test.each([
  [0, '0'],
  [7, '7'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i is written as %s', (count, written) => {
  expect(cappedCount(count)).toBe(written)
})
