import { expect, test } from 'vitest'
import { inputErrors } from './login-errors.ts'

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
