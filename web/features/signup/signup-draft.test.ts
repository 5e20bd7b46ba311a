import { expect, test } from 'vitest'
import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'
import { decodeDraft, encodeDraft } from './signup-draft.ts'

const values = { email: 'anna@example.com', name: 'Anna', birthDate: '', country: 'NL', region: '' }

test('a draft is restored, without password and consent', () => {
  const text = encodeDraft({ ...values, password: 'tulip-Radiator', consent: true }, 1000)
  expect(text).not.toContain('tulip')
  expect(decodeDraft(text, 2000)).toEqual(values)
})

test('a message is restored with the member it is for', () => {
  const written = { ...values, message: 'Bonjour Marc', target: 'marc' }
  expect(decodeDraft(encodeDraft(written, 1000), 2000)).toEqual(written)
})

test('an old draft is not restored', () => {
  const text = encodeDraft(values, 0)
  expect(decodeDraft(text, SIGNUP_DRAFT_MS)).toEqual(values)
  expect(decodeDraft(text, SIGNUP_DRAFT_MS + 1)).toBeNull()
})

test.each([null, '', 'null', '{', '{"savedAt":1,"values":{"email":7}}'])('damaged text (%s) is no draft', (text) => {
  expect(decodeDraft(text, 1)).toBeNull()
})
