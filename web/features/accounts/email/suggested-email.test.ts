import { expect, test } from 'vitest'
import { suggestEmail, spendSuggestedEmail } from './suggested-email.ts'

test('an address is suggested to one log-in form only', () => {
  suggestEmail('anna@example.com')
  expect(spendSuggestedEmail()).toBe('anna@example.com')
  expect(spendSuggestedEmail()).toBeUndefined()
})

test('an empty field suggests nothing', () => {
  suggestEmail('')
  expect(spendSuggestedEmail()).toBeUndefined()
})
