import { expect, test } from 'vitest'
import { voiceTypeOf } from './voice-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['a recording of Chromium', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm … A_OPUS', 'audio/webm'],
  ['a recording whose sound begins like a codec', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm … A_OPUS … V_', 'audio/webm'],
  ['a video of Chromium', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm … V_VP8 … A_OPUS', null],
  ['a Matroska file', '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska … A_OPUS', null],
  ['a recording of Firefox', 'OggS\0\x02 … OpusHead', 'audio/ogg'],
  ['a Theora film', 'OggS\0\x02 … theora', null],
  ['a recording of Safari', '\0\0\0\x1cftypiso5', 'audio/mp4'],
  ['a HEIC photo', '\0\0\0\x1cftypheic', null],
  ['a page', '<!doctype html>A_OPUS webm', null],
  ['nothing', '', null],
])('%s is known by its first bytes', (_what, text, expected) => {
  expect(voiceTypeOf(bytes(text))).toBe(expected)
})
