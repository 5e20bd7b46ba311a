import { describe, expect, test } from 'vitest'
import { SignupForm } from '#contract/signup.ts'
import { fieldsOfStep, firstStepWithError, signupSteps, stepAfter, stepBefore, stepNumber } from './signup-steps.ts'

test('every field of the sign-up that is asked for is in exactly one step', () => {
  const asked = signupSteps.flatMap((step) => [...fieldsOfStep(step)])
  const fields = Object.keys(SignupForm.shape).filter((field) => !['language', 'consentVersion'].includes(field))
  expect(asked.toSorted()).toEqual(fields.toSorted())
})

test('steps are numbered from 1', () => {
  expect(signupSteps.map(stepNumber)).toEqual([1, 2, 3])
})

test('each step leads to the next one, and the last one stays', () => {
  expect(signupSteps.map(stepAfter)).toEqual(['place', 'photo', 'photo'])
})

test('each step leads back to the one before, and the first one stays', () => {
  expect(signupSteps.map(stepBefore)).toEqual(['account', 'account', 'place'])
})

describe('a rejection of the server leads to', () => {
  const error = { code: 'request.invalid' }

  test.each([
    ['email', 'account'],
    ['birthDate', 'account'],
    ['gender', 'place'],
    ['region', 'place'],
    ['consent', 'photo'],
    ['file', 'photo'],
    ['photo', 'photo'],
  ])('the step of its field: %s to %s', (field, step) => {
    expect(firstStepWithError({ [field]: error })).toBe(step)
  })

  test('the earliest step if it names several fields', () => {
    expect(firstStepWithError({ file: error, region: error, email: error })).toBe('account')
    expect(firstStepWithError({ file: error, city: error })).toBe('place')
  })

  test('no step if it names no field', () => {
    expect(firstStepWithError({})).toBeNull()
  })
})
