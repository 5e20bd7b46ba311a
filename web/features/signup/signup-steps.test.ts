import { describe, expect, test } from 'vitest'
import { SignupForm } from '#contract/signup/schemas.ts'
import { fieldsOfStep, firstOpenStep, firstStepWithError, signupSteps } from './signup-steps.ts'

/** Fields that no step asks for: the town comes after the account, and the rest is not a question. */
const notAsked = ['city', 'language', 'consentVersion']

test('every field of the sign-up that is asked for is in exactly one step', () => {
  const asked = signupSteps.flatMap((step) => [...fieldsOfStep(step)])
  const fields = Object.keys(SignupForm.shape).filter((field) => !notAsked.includes(field))
  expect(asked.toSorted()).toEqual(fields.toSorted())
})

describe('a rejection of the server leads to', () => {
  const error = { code: 'request.invalid' }

  test.each([
    ['email', 'email'],
    ['birthDate', 'birth'],
    ['gender', 'gender'],
    ['lookingFor', 'meet'],
    ['region', 'place'],
    ['consent', 'password'],
  ])('the step of its field: %s to %s', (field, step) => {
    expect(firstStepWithError({ [field]: error })).toBe(step)
  })

  test('the earliest step if it names several fields', () => {
    expect(firstStepWithError({ consent: error, region: error, email: error })).toBe('email')
  })

  test('no step if it names no field of the form', () => {
    expect(firstStepWithError({})).toBeNull()
    expect(firstStepWithError({ file: error })).toBeNull()
  })
})

describe('an address with a later step opens', () => {
  const filled = { email: 'a@example.com', name: 'Anna', birthDate: '1990-01-01', gender: 'female', lookingFor: 'male' }

  test('the first step with an empty field', () => {
    expect(firstOpenStep('place', {})).toBe('email')
    expect(firstOpenStep('place', { ...filled, name: '' })).toBe('name')
  })

  test('that step if all before it are filled in', () => {
    expect(firstOpenStep('place', filled)).toBe('place')
    expect(firstOpenStep('email', {})).toBe('email')
  })
})
