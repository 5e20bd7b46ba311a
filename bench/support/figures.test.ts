import { expect, test } from 'vitest'
import { percentile } from './figures.ts'

test('the 99th percentile is the value below which all but one in a hundred are', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentile(values, 0.99)).toBe(198)
  expect(percentile(values, 0.5)).toBe(100)
  expect(percentile([7], 0.5)).toBe(7)
  expect(percentile([], 0.99)).toBeNaN()
})
