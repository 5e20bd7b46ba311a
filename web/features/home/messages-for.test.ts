import { expect, test } from 'vitest'
import { messagesFor } from './messages-for.ts'

test.each([
  [6, 2, 3],
  [7, 2, 3],
  [1, 2, 0],
  [0, 1, 0],
  [5, 5, 1],
  [6, 0, null],
  [0, 0, null],
])('%i credits at %i for a message are %o messages', (credits, messageCredits, expected) => {
  expect(messagesFor(credits, messageCredits)).toBe(expected)
})
