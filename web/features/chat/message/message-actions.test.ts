import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/schemas.ts'
import { messageActions } from './message-actions.ts'
import { testMessage } from '#web/features/chat/conversation/test-conversation.ts'
import { withReaction } from './use-change-message.ts'

const context = { isMine: false, rejection: null, isRecent: true, canTranslate: true } as const
const { body: _body, ...base } = testMessage(1)

test('a text of the partner', () => {
  expect(messageActions(testMessage(1), context)).toEqual(['react', 'reply', 'copy', 'translate', 'report'])
})

test('an own text can be deleted for a time', () => {
  const own = { ...context, isMine: true }
  expect(messageActions(testMessage(1), own)).toEqual(['react', 'reply', 'copy', 'delete'])
  expect(messageActions(testMessage(1), { ...own, isRecent: false })).toEqual(['react', 'reply', 'copy'])
})

test('a photo has no text to copy or translate', () => {
  const photo: Message = {
    ...base,
    kind: 'photo',
    photo: { id: 'p', width: 1, height: 1, preview: '', isExplicit: false },
  }
  expect(messageActions(photo, context)).toEqual(['react', 'reply', 'report'])
})

test('a gift has one if words came with it', () => {
  const gift: Message = { ...base, kind: 'gift', gift: 'rose', body: '' }
  expect(messageActions(gift, context)).not.toContain('copy')
  expect(messageActions({ ...gift, body: 'For you' }, context)).toContain('copy')
})

test.each([
  ['partner_left', ['copy', 'report']],
  ['blocked', ['copy', 'report']],
  ['cannot_reply_yet', ['react', 'copy', 'report']],
] as const)('where nothing can be sent (%s)', (rejection, expected) => {
  expect(messageActions(testMessage(1), { ...context, rejection, canTranslate: false })).toEqual(expected)
})

test('one’s own reaction can be removed', () => {
  const reacted = withReaction(testMessage(1), { reaction: '👍', ownId: 'me' })
  expect(reacted.reactions).toEqual({ sender: null, receiver: '👍' })
  expect(messageActions(reacted, context)).toContain('unreact')
  expect(messageActions(reacted, { ...context, isMine: true })).not.toContain('unreact')
})

test('a message that was deleted, and a notice, have no menu', () => {
  expect(messageActions({ ...base, kind: 'deleted' }, context)).toEqual([])
  expect(messageActions({ ...base, kind: 'system', notice: 'match' }, context)).toEqual([])
})
