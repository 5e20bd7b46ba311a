import { expect, test } from 'vitest'
import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'
import { decodeFirstMessage } from './first-message.ts'

const stored = JSON.stringify({ profileId: 'p1', senderId: 's1', message: 'Hello', savedAt: 0 })

test('the message is offered to its writer', () => {
  const message = { profileId: 'p1', senderId: 's1', message: 'Hello' }
  expect(decodeFirstMessage(stored, { senderId: 's1', now: 1 })).toEqual(message)
})

test('it is offered to no one else on the same device, and not for ever', () => {
  expect(decodeFirstMessage(stored, { senderId: 's2', now: 1 })).toBeNull()
  expect(decodeFirstMessage(stored, { senderId: 's1', now: SIGNUP_DRAFT_MS + 1 })).toBeNull()
})

test.each([null, '7', '{"profileId":"p1"}'])('damaged text (%s) is no message', (text) => {
  expect(decodeFirstMessage(text, { senderId: 's1', now: 1 })).toBeNull()
})
