import type { SearchFilters, SearchReply } from '#contract/search.ts'

/** The filters as the server applied them, defaults filled in. */
export type AppliedFilters = SearchReply['filters']

/** The applied filters as they go into the URL, with some of them changed. An empty region is left out. */
export function changeFilters(applied: AppliedFilters, changed: Partial<AppliedFilters>): SearchFilters {
  const { region, ...rest } = { ...applied, ...changed }
  return region ? { ...rest, region } : rest
}
