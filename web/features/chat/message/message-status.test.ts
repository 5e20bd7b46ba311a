import { expect, test } from 'vitest'
import { isOutgoing, messageStatus } from './message-status.ts'
import { outgoingText, testMessage } from '#web/features/chat/conversation/test-conversation.ts'

const positions = { partnerReadSeq: 2, partnerDeliveredSeq: 3 }

test('a waiting message is being sent until it fails', () => {
  expect(messageStatus(outgoingText('a'), positions)).toBe('sending')
  const problem = { code: 'chat.too_long', params: {} } as const
  expect(messageStatus(outgoingText('a', { problem }), positions)).toBe('failed')
})

test.each([
  [1, 'read'],
  [2, 'read'],
  [3, 'delivered'],
  [4, 'sent'],
] as const)('message %i is %s if two are read and three are delivered', (seq, status) => {
  expect(messageStatus(testMessage(seq), positions)).toBe(status)
})

test('what is read counts as delivered', () => {
  expect(messageStatus(testMessage(2), { partnerReadSeq: 2, partnerDeliveredSeq: 0 })).toBe('read')
})

test('only a message without a number is outgoing', () => {
  expect(isOutgoing(outgoingText('a'))).toBe(true)
  expect(isOutgoing(testMessage(1))).toBe(false)
})
