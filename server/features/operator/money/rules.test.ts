import { expect, test } from 'vitest'
import { OPERATOR_DAYS_MAX } from '#contract/limits.ts'
import { rangeOfDays, rangeOfQuarter } from './rules.ts'

test('days are whole ones in UTC, both included, and not too many', () => {
  expect(rangeOfDays({ from: '2026-03-28', to: '2026-03-29' })).toEqual({
    from: new Date('2026-03-28T00:00:00Z'),
    until: new Date('2026-03-30T00:00:00Z'),
  })
  expect(rangeOfDays({ from: '2026-03-29', to: '2026-03-28' })).toBeNull()
  const last = new Date(Date.UTC(2026, 0, OPERATOR_DAYS_MAX)).toISOString().slice(0, 10)
  expect(rangeOfDays({ from: '2026-01-01', to: last })).not.toBeNull()
  expect(rangeOfDays({ from: '2025-12-31', to: last })).toBeNull()
})

test('the fourth quarter ends with the year', () => {
  expect(rangeOfQuarter({ year: 2026, quarter: 4 })).toEqual({
    from: new Date('2026-10-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
  })
})
