import { expect, test } from 'vitest'
import { TERMS_FIRST_DATE } from '#contract/limits.ts'
import { termsDate } from './terms-date.ts'

const first = new Date(TERMS_FIRST_DATE)

test('the terms have the date of their first version', () => {
  expect(termsDate('2020-05-05T00:00:00Z')).toEqual(first)
  expect(termsDate(TERMS_FIRST_DATE)).toEqual(first)
})

test('the terms of a company that was added later have the date of the company', () => {
  expect(termsDate('2026-02-03T00:00:00Z').toISOString()).toBe('2026-02-03T00:00:00.000Z')
})
