import { expect, test } from 'vitest'
import { dayName, dayOf } from './day-name.ts'

const now = new Date('2026-03-02T00:30:00Z')

test.each([
  ['2026-03-02T00:10:00Z', 'today'],
  // The clock of the page may be behind by a minute.
  ['2026-03-03T00:00:10Z', 'today'],
  ['2026-03-01T23:59:00Z', 'yesterday'],
  ['2026-03-01T00:00:00Z', 'yesterday'],
  ['2026-02-28T23:59:00Z', 'date'],
  ['2026-01-01T00:00:00Z', 'date'],
  ['2025-12-31T23:59:00Z', 'dateWithYear'],
])('%s is named %s', (at, expected) => {
  expect(dayName(new Date(at), { now, timeZone: 'UTC' })).toBe(expected)
})

test('the reader’s time zone decides', () => {
  const at = new Date('2026-03-01T22:30:00Z')
  expect(dayName(at, { now, timeZone: 'UTC' })).toBe('yesterday')
  expect(dayName(at, { now, timeZone: 'America/New_York' })).toBe('today')
})

test('a day of 23 hours is one day', () => {
  const timeZone = 'Europe/Amsterdam'
  const at = new Date('2026-03-28T12:00:00Z')
  expect(dayName(at, { now: new Date('2026-03-29T22:30:00Z'), timeZone })).toBe('date')
  expect(dayName(at, { now: new Date('2026-03-29T12:00:00Z'), timeZone })).toBe('yesterday')
})

test('a day is written by its numbers', () => {
  expect(dayOf(now, 'America/New_York')).toBe('2026-03-01')
})
