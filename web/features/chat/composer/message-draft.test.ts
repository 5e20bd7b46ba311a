import { expect, test } from 'vitest'
import { checkDraft, withEmoji, withSuggestion } from './message-draft.ts'

test('a text within the limit can be sent', () => {
  expect(checkDraft('Hello', 5)).toEqual({ body: 'Hello', excess: 0, isSendable: true })
})

test('one character more than the limit cannot be sent', () => {
  expect(checkDraft('Hello!', 5)).toEqual({ body: 'Hello!', excess: 1, isSendable: false })
})

test.each(['', ' ', '\n\t '])('a text without a visible character cannot be sent, and is no error: %j', (text) => {
  expect(checkDraft(text, 5)).toEqual({ body: '', excess: 0, isSendable: false })
})

test('space around the text is neither sent nor counted', () => {
  expect(checkDraft('  Hello \n', 5)).toEqual({ body: 'Hello', excess: 0, isSendable: true })
})

test('line breaks within the text are sent', () => {
  expect(checkDraft('one\n\ntwo', 8).body).toBe('one\n\ntwo')
})

test('an emoji counts as one character', () => {
  expect(checkDraft('😀😀😀', 3).excess).toBe(0)
  expect(checkDraft('😀😀😀😀', 3).excess).toBe(1)
})

test.each([
  ['an empty field', '', null, 'Tea?'],
  ['what the viewer wrote stays', 'Hello Ana', null, 'Hello Ana\nTea?'],
  ['another suggestion takes the place of the first', 'Coffee?', 'Coffee?', 'Tea?'],
  ['below what the viewer wrote too', 'Hello Ana\nCoffee?', 'Coffee?', 'Hello Ana\nTea?'],
  ['a suggestion that the viewer changed is theirs', 'Coffee? Or cake?', 'Coffee?', 'Coffee? Or cake?\nTea?'],
])('a suggestion is put into the field: %s', (_case, text, before, expected) => {
  expect(withSuggestion(text, { suggestion: 'Tea?', before })).toBe(expected)
})

test.each([
  ['at the cursor', { start: 5, end: 5 }, { text: 'Hello😀 Ana', cursor: 7 }],
  ['in place of what is selected', { start: 6, end: 9 }, { text: 'Hello 😀', cursor: 8 }],
])('an emoji is put %s', (_where, selection, expected) => {
  expect(withEmoji('Hello Ana', { emoji: '😀', ...selection })).toEqual(expected)
})
