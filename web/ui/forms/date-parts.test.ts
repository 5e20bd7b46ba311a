import { expect, test } from 'vitest'
import { dateFromForm, dateOrder, joinDate, splitDate } from './date-parts.ts'

test.each([
  ['en-US', 'mdy'],
  ['en-GB', 'dmy'],
  ['fr', 'dmy'],
  ['nl', 'dmy'],
  ['de', 'dmy'],
  ['sv', 'ymd'],
])('%s writes a date as %s', (locale, order) => {
  expect(dateOrder(locale)).toBe(order)
})

test('a date is taken apart and put together again', () => {
  expect(splitDate('1990-05-02')).toEqual({ day: '2', month: '5', year: '1990' })
  expect(joinDate({ day: '2', month: '5', year: '1990' })).toBe('1990-05-02')
})

test.each(['', '1990', '1990-5-2', '02.05.1990'])('%j has no parts', (text) => {
  expect(splitDate(text)).toEqual({ day: '', month: '', year: '' })
})

test('nothing written is empty, something incomplete is not', () => {
  expect(joinDate({ day: '', month: '', year: '' })).toBe('')
  expect(joinDate({ day: '2', month: '', year: '1990' })).toBe('1990--02')
  expect(joinDate({ day: '2', month: '5', year: '90' })).toBe('90-05-02')
})

test('a form gives the date from its three fields', () => {
  const form = new FormData()
  form.set('dateOfBirth.day', ' 2 ')
  form.set('dateOfBirth.month', '12')
  form.set('dateOfBirth.year', '1990')
  expect(dateFromForm(form, 'dateOfBirth')).toBe('1990-12-02')
  expect(dateFromForm(new FormData(), 'dateOfBirth')).toBe('')
})
