import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/schemas.ts'
import { newFromPartner, seqsBeforeReply, unreadOf } from './new-messages.ts'
import { testMessage } from './test-conversation.ts'

const mine = (seq: number) => testMessage(seq, { senderId: 'me' })
const { body: _body, ...base } = testMessage(1, { senderId: 'me' })
const notice: Message = { ...base, kind: 'system', notice: 'photos_granted' }

test('what the partner writes is new, what the viewer writes or history is not', () => {
  const messages = [testMessage(1), testMessage(2), mine(3), testMessage(4)]
  expect(newFromPartner(messages, { afterSeq: 2, ownId: 'me' }).map(({ seq }) => seq)).toEqual([4])
})

test('messages of the partner after the last read one are unread; a notice of the site never is', () => {
  const messages: Message[] = [testMessage(1), mine(2), testMessage(3), { ...notice, seq: 4, senderId: 'ana' }]
  expect(unreadOf(messages, { readSeq: 1, ownId: 'me' }).map(({ seq }) => seq)).toEqual([3])
  expect(unreadOf(messages, { readSeq: 4, ownId: 'me' })).toEqual([])
})

test.each([
  ['the viewer has not answered', null, [testMessage(1), testMessage(2)], [1, 2]],
  ['the viewer has not answered, and older ones are not loaded', null, [testMessage(61), testMessage(62)], [61, 62]],
  ['the viewer answered', 2, [testMessage(1), mine(2), testMessage(3)], [1]],
  ['the viewer answered just now', null, [testMessage(1), mine(2), testMessage(3)], [1]],
  ['the viewer answered after many messages', 62, [testMessage(61), mine(62), testMessage(63)], [61]],
  ['the viewer began', 1, [mine(1), testMessage(2)], []],
  ['the viewer answered long ago', 2, [testMessage(61), mine(62), testMessage(63)], []],
  ['a notice is no answer', null, [notice, testMessage(2)], [2]],
  ['there are none', null, [], []],
])('messages before the first answer: %s', (_when, firstOwnSeq, messages, expected) => {
  expect([...seqsBeforeReply({ messages, firstOwnSeq, ownId: 'me' })]).toEqual(expected)
})
