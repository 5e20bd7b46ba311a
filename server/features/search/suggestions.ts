import { SEARCH_SUGGESTIONS } from '#contract/limits.ts'
import type { SearchFilters } from '#contract/search.ts'
import type { Settings } from '#contract/settings.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { VisitorHints } from '#server/platform/http/visitor-hints.ts'
import { countMembers } from './member-query.ts'
import { looserSearches, type LooserSearch } from './rules.ts'
import { criteriaOf, toCriteria } from './service.ts'

interface SuggestionsInput {
  viewer: SearchingViewer
  visitor: VisitorHints
  settings: Settings
  filters: SearchFilters
}

/**
 * Finds which single filter to loosen so that a search finds more members, most members first. Each count is exact or
 * ends at `SEARCH_COUNT_MAX`; they run one after the other, because this may wait and searches may not.
 * Source: SEARCH-10.
 */
export async function suggestSearches(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, visitor, settings, filters }: SuggestionsInput,
) {
  const now = clock.now()
  const { filled, searcher, criteria } = toCriteria({ viewer, visitor, settings, filters, now })
  const { numResults: found } = await countMembers(db, { criteria, now })
  const suggestions: (LooserSearch & Awaited<ReturnType<typeof countMembers>>)[] = []
  for (const { filter, filters: looser } of looserSearches(filled)) {
    // All ages are only for a search that some more years do not help.
    if (suggestions.some((suggestion) => suggestion.filter === filter)) continue
    const looserCriteria = criteriaOf({ filled: looser, searcher, viewer, now })
    const count = await countMembers(db, { criteria: looserCriteria, now })
    if (count.numResults > found) suggestions.push({ filter, filters: looser, ...count })
  }
  return suggestions.toSorted((one, other) => other.numResults - one.numResults).slice(0, SEARCH_SUGGESTIONS)
}
