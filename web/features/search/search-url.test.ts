import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search-url.ts'

const read = (text: string) => readSearch(new URLSearchParams(text))

test('a search survives the way through the URL', () => {
  const search = { gender: 'female', country: 'FR', region: 'Île-de-France', minAge: 25, maxAge: 40, page: 3 } as const
  expect(read(writeSearch(search))).toEqual(search)
})

test('the first page and what is default are not in the URL', () => {
  expect(writeSearch({ page: 1 })).toBe('')
  expect(writeSearch({ gender: 'male' })).toBe('?gender=male')
})

test('nonsense in the URL is left out', () => {
  expect(read('gender=x&country=XX&minAge=5&maxAge=abc&page=0')).toEqual({ page: 1 })
  expect(read('region=Bayern')).toEqual({ page: 1 })
  expect(read('page=101')).toEqual({ page: 1 })
})
