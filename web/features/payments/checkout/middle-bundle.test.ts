import { expect, test } from 'vitest'
import { middleBundle } from './middle-bundle.ts'

test.each([
  [['p0'], 'p0'],
  [['p0', 'p1'], 'p0'],
  [['p0', 'p1', 'p2'], 'p1'],
  [['p0', 'p1', 'p2', 'p3'], 'p1'],
])('of the packages %j, %s is chosen in advance', (bundles, expected) => {
  expect(middleBundle(bundles)).toBe(expected)
})

test('without packages none is chosen', () => {
  expect(middleBundle([])).toBeUndefined()
})
