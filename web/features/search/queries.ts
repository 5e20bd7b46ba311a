import { getOtherMembers, getSearchSuggestions, getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import type { SearchFilters } from '#contract/search/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import { apiQuery } from '#web/api/queries.ts'
import type { SearchInput } from './search-url.ts'

/**
 * A page of the search. What is on the screen stays, also after a return to it, because members would change
 * places under the viewer's eyes; a new visit of the search fetches it again.
 */
export const searchQuery = (query: SearchInput) => ({
  ...apiQuery(searchMembers, { query }),
  gcTime: 15 * MINUTE,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

export const suggestionsQuery = (query: SearchFilters) => apiQuery(getSearchSuggestions, { query })

/** Similar members for a search that finds few. What is on the screen stays, as in the search. */
export const othersQuery = (query: SearchFilters) => ({
  ...apiQuery(getOtherMembers, { query }),
  refetchOnMount: false,
  refetchOnWindowFocus: false,
})

export const similarQuery = (profileId: string) => apiQuery(getSimilarMembers, { params: { profileId } })
