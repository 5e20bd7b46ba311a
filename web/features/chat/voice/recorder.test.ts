import { expect, test } from 'vitest'
import { VOICE_PEAKS } from '#contract/limits.ts'
import { peaksOf } from './recorder.ts'

test('each part has its loudest sample, relative to the loudest of all', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.4, 0, 0.2, 0.05, 0), 3)).toEqual([100, 50, 13])
})

test('silence has no peaks, and a short recording as many as a long one', () => {
  expect(peaksOf(new Float32Array(100))).toEqual(Array.from({ length: VOICE_PEAKS }, () => 0))
  expect(peaksOf(Float32Array.of(1, 1, 1))).toHaveLength(VOICE_PEAKS)
})
