import { expect, test } from 'vitest'
import { dateError, dayIdeas, localDay, timeIdeas } from './date-form.ts'

const form = { day: '2026-12-24', time: '19:30', place: 'Café Luna' }

const noon = new Date(2026, 11, 24, 12, 0)

test('a date needs day, time and place', () => {
  for (const part of ['day', 'time', 'place'] as const) {
    expect(dateError(part, { form, now: noon })).toBeNull()
    expect(dateError(part, { form: { ...form, [part]: ' ' }, now: noon })).toBe('required')
  }
})

test('its day is not over where the viewer is', () => {
  expect(dateError('day', { form, now: new Date(2026, 11, 24, 23, 59) })).toBeNull()
  expect(dateError('day', { form, now: new Date(2026, 11, 25, 0, 0) })).toBe('past')
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(localDay(new Date(2026, 0, 31, 23, 59))).toBe('2026-01-31')
  expect(localDay(new Date(2026, 1, 1, 0, 0))).toBe('2026-02-01')
})

test('nor is its time today', () => {
  expect(dateError('time', { form, now: new Date(2026, 11, 24, 19, 29) })).toBeNull()
  expect(dateError('time', { form, now: new Date(2026, 11, 24, 19, 30) })).toBe('timePast')
  expect(dateError('time', { form, now: new Date(2026, 11, 23, 23, 59) })).toBeNull()
  expect(dateError('time', { form: { ...form, day: '' }, now: new Date(2026, 11, 24, 23, 59) })).toBeNull()
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

test('it follows the end of a month, and the weekend', () => {
  const saturday = localDay(new Date(2026, 1, 28, 23, 59))
  expect(dayIdeas(saturday).slice(0, 3)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
})

test('times that are over are not suggested for today', () => {
  const now = new Date(2026, 0, 5, 15, 0)
  expect(timeIdeas('2026-01-05', now)).toEqual(['18:00', '19:30'])
  expect(timeIdeas('2026-01-06', now)).toEqual(['12:30', '15:00', '18:00', '19:30'])
  expect(timeIdeas('', now)).toEqual(['12:30', '15:00', '18:00', '19:30'])
  expect(timeIdeas('2026-01-05', new Date(2026, 0, 5, 23, 59))).toEqual([])
})
