import { expect, test } from 'vitest'
import { asOutbox } from './stored-outbox.ts'

const base = { clientId: 'a', sentAt: '2026-01-01T00:00:00Z', replyTo: null, problem: null }
const file = new File(['…'], 'voice', { type: 'audio/webm' })
const voice = { ...base, kind: 'voice', file, durationMs: 1200, peaks: [1, 2, 3] }

test('a stored voice message is read again with its recording', () => {
  expect(asOutbox([voice])).toEqual([voice])
})

test.each([
  ['without a recording', { ...voice, file: undefined }],
  ['without a length', { ...voice, durationMs: '1200' }],
  ['without its waveform', { ...voice, peaks: null }],
])('one %s is left out', (_how, stored) => {
  expect(asOutbox([stored])).toEqual([])
})
