import { expect, test } from 'vitest'
import { termsDate } from './terms-date.ts'

test('the terms carry the date of their first version', () => {
  expect(termsDate('2020-05-05T00:00:00Z').toISOString()).toBe('2023-12-01T12:00:00.000Z')
})

test('the terms of a company that was added later carry its date', () => {
  expect(termsDate('2026-02-03T00:00:00Z').toISOString()).toBe('2026-02-03T00:00:00.000Z')
})
