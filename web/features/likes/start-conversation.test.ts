import { expect, test } from 'vitest'
import { startConversation, consumeStart } from './start-conversation.ts'

test('the flag is for the partner of the chat that was started, and only once', () => {
  expect(consumeStart('ben')).toBe(false)
  startConversation('ben')
  expect(consumeStart('ben')).toBe(true)
  expect(consumeStart('ben')).toBe(false)
  startConversation('ben')
  expect(consumeStart('carl')).toBe(false)
  expect(consumeStart('ben')).toBe(false)
})
