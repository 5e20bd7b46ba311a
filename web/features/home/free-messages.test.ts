import { expect, test } from 'vitest'
import { freeMessages } from './free-messages.ts'

test.each([
  [6, 2, 3],
  [7, 2, 3],
  [1, 2, 0],
  [0, 1, 0],
  [5, 5, 1],
])('%i credits at %i for a message are %i messages', (signupCredits, messageCredits, expected) => {
  expect(freeMessages({ signup_credits: signupCredits, message_credits: messageCredits })).toBe(expected)
})
