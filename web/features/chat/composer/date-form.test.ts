import { expect, test } from 'vitest'
import { dateError, dayIdeas, localDay, timeIdeas } from './date-form.ts'

const form = { day: '2026-12-24', time: '19:30', place: 'Café Luna' }

test('a date needs day, time and place', () => {
  for (const part of ['day', 'time', 'place'] as const) {
    expect(dateError(part, { form, today: '2026-12-24' })).toBeNull()
    expect(dateError(part, { form: { ...form, [part]: ' ' }, today: '2026-12-24' })).toBe('required')
  }
})

test('its day is not over where the viewer is', () => {
  expect(dateError('day', { form, today: '2026-12-25' })).toBe('past')
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test('a week of days is suggested, across the end of a year too', () => {
  expect(dayIdeas('2026-12-28')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
})

test('times that are over are not suggested for today', () => {
  const now = new Date(2026, 0, 5, 15, 0)
  expect(timeIdeas({ isToday: true, now })).toEqual(['18:00', '19:30'])
  expect(timeIdeas({ isToday: false, now })).toEqual(['12:30', '15:00', '18:00', '19:30'])
  expect(timeIdeas({ isToday: true, now: new Date(2026, 0, 5, 23, 59) })).toEqual([])
})
