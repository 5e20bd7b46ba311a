import { expect, test } from 'vitest'
import { LOW_CREDITS } from '#contract/limits.ts'
import { creditsTone } from './credits-tone.ts'

test.each([
  [LOW_CREDITS + 1, null],
  [LOW_CREDITS, 'warning'],
  [1, 'warning'],
  [0, 'danger'],
])('%i credits have a badge of tone %s (CRED-5)', (credits, tone) => {
  expect(creditsTone(credits)).toBe(tone)
})
