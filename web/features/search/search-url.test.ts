import { describe, expect, test } from 'vitest'
import { MAXIMUM_AGE, MINIMUM_AGE, SEARCH_MAX_PAGE } from '#contract/limits.ts'
import { readSearch, writeSearch } from './search-url.ts'

const read = (text: string) => readSearch(new URLSearchParams(text))

test('a search is the same after it was written to the URL and read back', () => {
  const search = { gender: 'female', country: 'FR', region: 'Île-de-France', minAge: 25, maxAge: 40, page: 3 } as const
  expect(read(writeSearch(search))).toEqual(search)
})

describe('writing', () => {
  test('leaves out the first page and undefined filters', () => {
    expect(writeSearch({})).toBe('')
    expect(writeSearch({ page: 1 })).toBe('')
    expect(writeSearch({ gender: 'male' })).toBe('?gender=male')
  })

  test('puts the page last, so that links to other pages differ at their end', () => {
    expect(writeSearch({ page: 2, country: 'DE', minAge: 30 })).toBe('?country=DE&minAge=30&page=2')
  })

  test('escapes the name of a region', () => {
    expect(writeSearch({ country: 'GB', region: 'Tyne & Wear' })).toBe('?country=GB&region=Tyne+%26+Wear')
  })
})

describe('reading', () => {
  test('an empty query is the first page without filters', () => {
    expect(read('')).toEqual({ page: 1 })
  })

  test('unknown parameters are ignored', () => {
    expect(read('utm_source=mail&gender=male')).toEqual({ gender: 'male', page: 1 })
  })

  test.each(['gender=x', 'gender=', 'gender=MALE', 'country=XX', 'country=fr', 'minAge=abc', 'minAge=', 'maxAge=2.5'])(
    'an invalid value is left out: %s',
    (query) => {
      expect(read(query)).toEqual({ page: 1 })
    },
  )

  test('a region without its country is left out', () => {
    expect(read('region=Bayern')).toEqual({ page: 1 })
    expect(read('country=XX&region=Bayern')).toEqual({ page: 1 })
    expect(read('country=DE&region=')).toEqual({ country: 'DE', page: 1 })
  })

  test('ages are read up to their limits', () => {
    expect(read(`minAge=${MINIMUM_AGE}&maxAge=${MAXIMUM_AGE}`)).toEqual({
      minAge: MINIMUM_AGE,
      maxAge: MAXIMUM_AGE,
      page: 1,
    })
    expect(read(`minAge=${MINIMUM_AGE - 1}&maxAge=${MAXIMUM_AGE + 1}`)).toEqual({ page: 1 })
  })

  test('pages are read up to the last that can be opened by number', () => {
    expect(read(`page=${SEARCH_MAX_PAGE}`)).toEqual({ page: SEARCH_MAX_PAGE })
    for (const page of [SEARCH_MAX_PAGE + 1, 0, -1, 1.5, 'two']) expect(read(`page=${page}`)).toEqual({ page: 1 })
  })

  test('the first of repeated parameters counts', () => {
    expect(read('gender=male&gender=female')).toEqual({ gender: 'male', page: 1 })
  })
})
