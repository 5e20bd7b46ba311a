import { expect, test } from 'vitest'
import { hasOwnColours } from './visible-emoji.ts'

const clear = [0, 0, 0, 0]

test('a box or a sign of a text font has the colour in which it was painted', () => {
  expect(hasOwnColours([...clear, 0, 0, 0, 255, 1, 0, 2, 200])).toBe(false)
})

test('nothing at all, or what is hardly covered, is no emoji', () => {
  expect(hasOwnColours([...clear, 255, 255, 255, 20])).toBe(false)
})

test('an emoji has colours of its own, be they grey', () => {
  expect(hasOwnColours([...clear, 255, 200, 0, 255])).toBe(true)
  expect(hasOwnColours([0, 0, 0, 255, 90, 90, 90, 255])).toBe(true)
})
