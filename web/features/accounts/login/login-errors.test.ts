import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { inputErrors, replyErrors } from './login-errors.ts'

const valid = { valid: true, valueMissing: false }
const invalid = { valid: false, valueMissing: false }
const empty = { valid: false, valueMissing: true }

test('valid input has no errors', () => {
  expect(inputErrors({ email: valid, password: valid })).toEqual({})
})

test('an invalid address and a missing password get the codes that the server would send', () => {
  expect(inputErrors({ email: invalid, password: valid })).toEqual({ email: { code: 'accounts.email_invalid' } })
  expect(inputErrors({ email: invalid, password: invalid })).toEqual({
    email: { code: 'accounts.email_invalid' },
    password: { code: 'accounts.password_required' },
  })
})

test('an empty address is asked for, not called invalid', () => {
  expect(inputErrors({ email: empty, password: valid })).toEqual({ email: { code: 'accounts.email_required' } })
})

test('an error of the server that names a field is shown there', () => {
  const fields = { email: { code: 'accounts.email_invalid' } } as const
  expect(replyErrors(new ApiError(422, { code: 'accounts.email_invalid', fields }))).toEqual(fields)
})

test('an error that names no field of the form is shown above it, with its values', () => {
  expect(replyErrors(new ApiError(429, { code: 'accounts.login_locked', params: { minutes: 15 } }))).toEqual({
    form: { code: 'accounts.login_locked', params: { minutes: 15 } },
  })
  const fields = { other: { code: 'request.invalid' } } as const
  expect(replyErrors(new ApiError(422, { code: 'request.invalid', fields }))).toEqual({
    form: { code: 'request.invalid', params: {} },
  })
})

test('anything else is a failed request', () => {
  expect(replyErrors(new TypeError('broken'))).toEqual({ form: { code: 'request.failed' } })
})
