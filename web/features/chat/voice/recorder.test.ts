import { expect, test } from 'vitest'
import { VOICE_PEAKS } from '#contract/limits.ts'
import { levelOf, peaksOf } from './recorder.ts'

test('each part has its loudest sample, relative to the loudest of all', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.4, 0, 0.2, 0.05, 0), 3)).toEqual([100, 50, 13])
})

test('silence has no peaks, and a short recording as many as a long one', () => {
  expect(peaksOf(new Float32Array(100))).toEqual(Array.from({ length: VOICE_PEAKS }, () => 0))
  expect(peaksOf(Float32Array.of(1, 1, 1))).toHaveLength(VOICE_PEAKS)
})

test('a quiet voice moves the level too', () => {
  expect(levelOf(new Float32Array(8))).toBe(0)
  expect(levelOf(Float32Array.of(0.01, -0.04, 0))).toBe(20)
  expect(levelOf(Float32Array.of(0.2, -1.5))).toBe(100)
})
