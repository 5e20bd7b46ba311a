import { describe, expect, test } from 'vitest'
import { dateOrder, digitsOf, joinDate, partsFor, splitDate } from './date-parts.ts'

const empty = { day: '', month: '', year: '' }

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

test('a date is split into parts and joined again', () => {
  expect(splitDate('1990-05-02')).toEqual({ day: '2', month: '5', year: '1990' })
  expect(joinDate({ day: '2', month: '5', year: '1990' })).toBe('1990-05-02')
})

test.each(['', '1990', '1990-5-2', '02.05.1990'])('%j has no parts', (text) => {
  expect(splitDate(text)).toEqual(empty)
})

test('three empty parts give an empty text', () => {
  expect(joinDate(empty)).toBe('')
})

test('an incomplete date gives a text that is neither empty nor a date', () => {
  expect(joinDate({ day: '2', month: '', year: '1990' })).toBe('1990--02')
  expect(joinDate({ day: '2', month: '5', year: '90' })).toBe('90-05-02')
})

describe('the parts shown for a value', () => {
  const typed = { day: '2', month: '5', year: '1990' }

  test('are the typed ones while they make up the value', () => {
    expect(partsFor('1990-05-02', typed)).toBe(typed)
  })

  test('keep a leading zero that was typed', () => {
    const withZero = { day: '02', month: '05', year: '1990' }
    expect(partsFor('1990-05-02', withZero)).toBe(withZero)
  })

  test('are the typed ones while the date is incomplete', () => {
    const incomplete = { day: '2', month: '', year: '' }
    expect(partsFor(joinDate(incomplete), incomplete)).toBe(incomplete)
  })

  test('follow a date that the form sets', () => {
    expect(partsFor('2001-12-31', typed)).toEqual({ day: '31', month: '12', year: '2001' })
  })

  test('are emptied by a reset', () => {
    expect(partsFor('', typed)).toEqual(empty)
  })

  test('stay when the value of the form is not a date', () => {
    expect(partsFor('nonsense', typed)).toBe(typed)
  })
})

test.each([
  ['12', '12'],
  ['1a2', '12'],
  [' 7 ', '7'],
  ['-3', '3'],
  ['x', ''],
])('of %j the digits %j count', (text, digits) => {
  expect(digitsOf(text)).toBe(digits)
})
