import { expect, test } from 'vitest'
import { moved, stepOfKey } from './photo-order.ts'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [1, -Infinity, 'bac'],
  [0, Infinity, 'bca'],
  [7, 0, 'abc'],
])('moving item %i to %i gives %s', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], { from, to }).join('')).toBe(expected)
})

test('arrow keys move by one or by a row, in the direction of the text', () => {
  const grid = { columns: 3, isRightToLeft: false }
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a'].map((key) => stepOfKey(key, grid))).toEqual([
    -1,
    1,
    -3,
    3,
    null,
  ])
  expect(stepOfKey('ArrowLeft', { ...grid, isRightToLeft: true })).toBe(1)
})
