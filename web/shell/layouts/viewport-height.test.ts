import { expect, test } from 'vitest'
import { heightAboveKeyboard } from './viewport-height.ts'

const pageHeight = 700

test('a keyboard that covers the page leaves the height above it', () => {
  expect(heightAboveKeyboard({ height: 400, scale: 1 }, { pageHeight })).toBe(400)
})

test.each([
  ['nothing covers it', { height: 700, scale: 1 }],
  ['a bar of the browser does', { height: 620, scale: 1 }],
  ['it is zoomed in', { height: 350, scale: 2 }],
])('the page keeps its height where %s', (_case, viewport) => {
  expect(heightAboveKeyboard(viewport, { pageHeight })).toBeNull()
})
