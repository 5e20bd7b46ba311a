import { expect, test } from 'vitest'
import { gestureOf, swipeOffset } from './message-gesture.ts'

const start = { x: 100, y: 100 }

test.each([
  ['stays', { x: 104, y: 97 }, 'pressing'],
  ['begins to swipe', { x: 130, y: 102 }, 'moving'],
  ['swipes not far enough', { x: 147, y: 110 }, 'moving'],
  ['swipes towards the end of the line', { x: 148, y: 110 }, 'reply'],
  ['swipes the other way', { x: 30, y: 100 }, 'moving'],
  ['scrolls', { x: 105, y: 140 }, 'none'],
  ['scrolls aslant', { x: 180, y: 160 }, 'none'],
])('a finger that %s', (_how, end, expected) => {
  expect(gestureOf({ start, end, isRtl: false })).toBe(expected)
})

test('where text runs from right to left, the swipe does too', () => {
  expect(gestureOf({ start, end: { x: 30, y: 100 }, isRtl: true })).toBe('reply')
})

test.each([
  ['follows the finger', 130, false, 30],
  ['stays where the finger goes the other way', 60, false, 0],
  ['is not pulled across the screen', 300, false, 72],
  ['follows to the left where text runs from right to left', 70, true, -30],
])('a message %s', (_how, x, isRtl, expected) => {
  // Negative zero is a place, too.
  expect(swipeOffset({ start, end: { x, y: 100 }, isRtl }) + 0).toBe(expected)
})
