import { expect, test } from 'vitest'
import { ageAt } from './age-at.ts'

const now = new Date('2026-03-07T23:30:00Z')

test.each([
  ['1994-03-07', 32],
  ['1994-03-08', 31],
  ['1996-02-29', 30],
])('the age of a member born on %s', (birthDate, age) => expect(ageAt(birthDate, now)).toBe(age))

test.each(['', '1994', '1994-3-7', '1990-02-31', '2030-01-01', '0007-01-01'])('%s is no date of birth', (text) => {
  expect(ageAt(text, now)).toBeNull()
})
