import { expect, test } from 'vitest'
import { SEARCH_MAX_PAGE, SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import { pageCount } from './page-count.ts'

test.each([
  [0, 0],
  [1, 1],
  [SEARCH_PAGE_SIZE, 1],
  [SEARCH_PAGE_SIZE + 1, 2],
  [3 * SEARCH_PAGE_SIZE, 3],
])('%i results are on %i pages', (resultCount, pages) => {
  expect(pageCount(resultCount)).toBe(pages)
})

test('there are no links beyond the last page that can be opened by number', () => {
  expect(pageCount(SEARCH_MAX_PAGE * SEARCH_PAGE_SIZE)).toBe(SEARCH_MAX_PAGE)
  expect(pageCount(SEARCH_MAX_PAGE * SEARCH_PAGE_SIZE + 1)).toBe(SEARCH_MAX_PAGE)
})
