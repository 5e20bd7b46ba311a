import { expect, test } from 'vitest'
import { SignupForm } from '#contract/signup.ts'
import { fieldsOfStep, signupSteps, stepOfField } from './signup-steps.ts'

test('every field of the sign-up is asked for in exactly one step', () => {
  const asked = signupSteps.flatMap((step) => [...fieldsOfStep(step)])
  const fields = Object.keys(SignupForm.shape).filter((field) => field !== 'language')
  expect(asked.toSorted()).toEqual(fields.toSorted())
})

test('a refusal leads back to the step of its field', () => {
  expect(stepOfField('email')).toBe('account')
  expect(stepOfField('region')).toBe('place')
  expect(stepOfField('file')).toBe('photo')
})
