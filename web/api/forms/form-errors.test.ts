import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { codeOfIssue, placeErrors, unshownError } from './form-errors.ts'

const names = ['email', 'password'] as const

test('errors are placed at the fields that the server names, in its order', () => {
  const fields = { password: { code: 'accounts.password_too_short' }, email: { code: 'accounts.email_taken' } } as const
  expect(placeErrors(new ApiError(422, { code: 'accounts.password_too_short', fields }), names)).toEqual({
    fields: [
      ['password', fields.password],
      ['email', fields.email],
    ],
    form: null,
  })
})

test('an error without fields is shown above the form, with its values', () => {
  const error = new ApiError(429, { code: 'accounts.login_locked', params: { minutes: 15 } })
  expect(placeErrors(error, names)).toEqual({
    fields: [],
    form: { code: 'accounts.login_locked', params: { minutes: 15 } },
  })
})

test('an error at a field that the form does not have is shown above it', () => {
  const fields = { other: { code: 'request.invalid' } } as const
  expect(placeErrors(new ApiError(422, { code: 'request.invalid', fields }), names)).toEqual({
    fields: [],
    form: { code: 'request.invalid', params: {} },
  })
})

test('anything but an error of the API is a failed request', () => {
  expect(placeErrors(new TypeError('broken'), names)).toEqual({ fields: [], form: { code: 'request.failed' } })
})

test('an issue whose message is a code keeps it, any other is an invalid entry', () => {
  expect(codeOfIssue('accounts.email_invalid')).toBe('accounts.email_invalid')
  expect(codeOfIssue('Too small: expected string to have >=1 characters')).toBe('request.invalid')
  expect(codeOfIssue(undefined)).toBe('request.invalid')
})

test('the error of a field that the screen does not show is found, others are not', () => {
  const fields = new Set(['city'])
  const country = { type: 'server', message: 'Please check this entry.' }
  expect(unshownError({ city: { message: 'x' }, country }, fields)).toBe(country)
  expect(unshownError({ city: { message: 'x' }, country: undefined }, fields)).toBeUndefined()
  expect(unshownError({ root: { message: 'x' } }, fields)).toBeUndefined()
})
