import { getSimilarMembers, searchMembers } from '#contract/search.ts'
import { apiQuery } from '#web/api/queries.ts'
import type { SearchInput } from './search-url.ts'

export const searchQuery = (query: SearchInput) => apiQuery(searchMembers, { query })

export const similarQuery = (profileId: string) => apiQuery(getSimilarMembers, { params: { profileId } })
