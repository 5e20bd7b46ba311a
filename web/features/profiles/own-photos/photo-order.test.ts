import { expect, test } from 'vitest'
import { moved, placeAfterKey } from './photo-order.ts'

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

/** Three columns, of which the first item takes two, and two rows. */
const boxes = [
  [0, 0, 2],
  [2, 0, 1],
  [2, 1, 1],
  [0, 2, 1],
  [1, 2, 1],
  [2, 2, 1],
].map(([left = 0, top = 0, size = 0]) => ({ left, right: left + size, top, bottom: top + size }))
const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a']

test.each([
  [1, [0, 2, 0, 2, 0, 5, null]],
  [2, [1, 3, 1, 5, 0, 5, null]],
  [4, [3, 5, 0, 5, 0, 5, null]],
])('keys move item %i by one, to the next one in its column, or to an end', (place, expected) => {
  expect(keys.map((key) => placeAfterKey(key, { place, boxes, isRightToLeft: false }))).toEqual(expected)
})

test('the arrow keys follow the direction of the text', () => {
  expect(placeAfterKey('ArrowLeft', { place: 1, boxes, isRightToLeft: true })).toBe(2)
})
