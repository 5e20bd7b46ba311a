import type { SearchFilters, SearchReply } from '#contract/search.ts'

/**
 * Returns the filters to show while the changed search is loading. What the change leaves open stays as it was, except the
 * region: without one the search covers the whole country.
 */
export function withChangedFilters(shown: SearchReply['filters'], changed: SearchFilters): SearchReply['filters'] {
  return {
    gender: changed.gender ?? shown.gender,
    country: changed.country ?? shown.country,
    region: changed.region ?? null,
    minAge: changed.minAge ?? shown.minAge,
    maxAge: changed.maxAge ?? shown.maxAge,
  }
}
