import { expect, test } from 'vitest'
import { startConversation, takeStart } from './start-conversation.ts'

test('the flag is for the partner with whom the chat was started, and only once', () => {
  expect(takeStart('ben')).toBe(false)
  startConversation('ben')
  expect(takeStart('ben')).toBe(true)
  expect(takeStart('ben')).toBe(false)
  startConversation('ben')
  expect(takeStart('carl')).toBe(false)
  expect(takeStart('ben')).toBe(false)
})
