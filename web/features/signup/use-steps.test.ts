import { expect, test } from 'vitest'
import { stepAfter, stepBefore, stepNamed } from './use-steps.ts'

const steps = ['one', 'two', 'three'] as const

test('each step leads to the next one, and the last one stays', () => {
  expect(steps.map((step) => stepAfter(steps, step))).toEqual(['two', 'three', 'three'])
})

test('each step leads back to the one before, and the first one stays', () => {
  expect(steps.map((step) => stepBefore(steps, step))).toEqual(['one', 'one', 'two'])
})

test('an unknown or missing name is the first step', () => {
  expect(stepNamed(steps, 'two')).toBe('two')
  expect(stepNamed(steps, 'nine')).toBe('one')
  expect(stepNamed(steps, null)).toBe('one')
})
