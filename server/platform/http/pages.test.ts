import { expect, test } from 'vitest'
import { pageOf, rowsFor } from './pages.ts'

test('a page with a row behind it ends with the row after which the next page starts', () => {
  expect(pageOf(['a', 'b', 'c'], 2)).toEqual({ page: ['a', 'b'], last: 'b' })
})

test('a full page with no row behind it is the last one', () => {
  expect(pageOf(['a', 'b'], 2)).toEqual({ page: ['a', 'b'], last: null })
})

test('no rows make an empty last page', () => {
  expect(pageOf([], 2)).toEqual({ page: [], last: null })
})

test('one row more than a page is fetched', () => {
  expect(
    pageOf(
      Array.from({ length: rowsFor(2) }, (_, n) => n),
      2,
    ).last,
  ).toBe(1)
})
