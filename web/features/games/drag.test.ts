import { expect, test } from 'vitest'
import { choiceOf, tiltOf } from './drag.ts'

const width = 300

test('a card that is moved far enough is swiped to its side', () => {
  expect(choiceOf({ dx: 110, width, speed: 0 })).toBe('like')
  expect(choiceOf({ dx: -110, width, speed: 0 })).toBe('pass')
})

test('a card that is moved a little springs back, unless it is flicked that way', () => {
  expect(choiceOf({ dx: 60, width, speed: 0.1 })).toBeNull()
  expect(choiceOf({ dx: 60, width, speed: 0.9 })).toBe('like')
  expect(choiceOf({ dx: -60, width, speed: -0.9 })).toBe('pass')
  expect(choiceOf({ dx: 60, width, speed: -0.9 })).toBeNull()
  expect(choiceOf({ dx: 10, width, speed: 3 })).toBeNull()
})

test('the card tilts to its side, and its stamp is complete where it would be swiped', () => {
  expect(tiltOf({ dx: 0, width })).toEqual({ degrees: 0, like: 0, pass: 0 })
  expect(tiltOf({ dx: 105, width }).like).toBe(1)
  expect(tiltOf({ dx: -52.5, width }).pass).toBe(0.5)
  expect(tiltOf({ dx: -900, width })).toEqual({ degrees: -14, like: 0, pass: 1 })
})
