import { expect, test } from 'vitest'
import { needsText, rejectAttachment } from './report-form.ts'

test.each([
  ['image/png', 10, null],
  ['image/png', 11, 'tooLarge'],
  ['image/svg+xml', 1, 'notImage'],
  ['text/html', 1, 'notImage'],
  ['', 1, 'notImage'],
])('a file of the type %j with %i bytes is rejected as: %s', (type, size, reason) => {
  expect(rejectAttachment({ type, size }, { maxBytes: 10 })).toBe(reason)
})

test('only another reason needs words', () => {
  expect(needsText({ reason: 'other', text: ' ' })).toBe(true)
  expect(needsText({ reason: 'other', text: 'Hello' })).toBe(false)
  expect(needsText({ reason: 'spam', text: '' })).toBe(false)
})
