import { expect, test } from 'vitest'
import { dateError, localDay } from './date-form.ts'

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
