import { SEARCH_MAX_PAGE, SEARCH_PAGE_SIZE } from '#contract/limits.ts'

/** Number of result pages that have a link (SEARCH-5). */
export function pageCount(resultCount: number) {
  return Math.min(Math.ceil(resultCount / SEARCH_PAGE_SIZE), SEARCH_MAX_PAGE)
}
