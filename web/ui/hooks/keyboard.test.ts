import { expect, test } from 'vitest'
import { coveredByKeyboard, heightAboveKeyboard } from './keyboard.ts'

const pageHeight = 700

test('a keyboard that covers the page leaves the height above it', () => {
  expect(heightAboveKeyboard({ height: 400, scale: 1 }, { pageHeight })).toBe(400)
})

test.each([
  ['nothing covers it', { height: 700, scale: 1, offsetTop: 0 }],
  ['a bar of the browser does', { height: 620, scale: 1, offsetTop: 0 }],
  ['it is zoomed in', { height: 350, scale: 2, offsetTop: 0 }],
])('the page keeps its height where %s', (_case, viewport) => {
  expect(heightAboveKeyboard(viewport, { pageHeight })).toBeNull()
  expect(coveredByKeyboard(viewport, { pageHeight })).toBe(0)
})

test('a page that has moved up behind the keyboard is covered by less', () => {
  expect(coveredByKeyboard({ height: 400, scale: 1, offsetTop: 0 }, { pageHeight })).toBe(300)
  expect(coveredByKeyboard({ height: 400, scale: 1, offsetTop: 120 }, { pageHeight })).toBe(180)
  // iPhones let a page move a little beyond its end.
  expect(coveredByKeyboard({ height: 400, scale: 1, offsetTop: 310 }, { pageHeight })).toBe(0)
})
