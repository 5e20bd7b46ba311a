import { expect, test } from 'vitest'
import { isOutgoing, messageStatus } from './message-status.ts'
import { testMessage } from './test-conversation.ts'

const waiting = { clientId: 'a', body: 'Hello', sentAt: '2026-03-01T10:00:00Z', problem: null }

test('a waiting message is being sent until it fails', () => {
  expect(messageStatus(waiting, 99)).toBe('sending')
  expect(messageStatus({ ...waiting, problem: 'No connection.' }, 99)).toBe('failed')
})

test.each([
  [1, 'read'],
  [2, 'read'],
  [3, 'sent'],
] as const)('message %i is %s if the partner has read up to the second', (seq, status) => {
  expect(messageStatus(testMessage(seq), 2)).toBe(status)
})

test('only a message without a number is outgoing', () => {
  expect(isOutgoing(waiting)).toBe(true)
  expect(isOutgoing(testMessage(1))).toBe(false)
})
