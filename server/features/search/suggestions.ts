import { SEARCH_SUGGESTIONS } from '#contract/limits.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { SearchField } from '#contract/settings/search-fields.ts'
import { SECOND } from '#contract/time.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { VisitorHints } from '#server/platform/http/visitor/visitor-hints.ts'
import { findCombinations } from './combination-query.ts'
import { countMembers } from './member-query.ts'
import { relaxationsOf, type Relaxation } from './rules.ts'
import { criteriaOf, toCriteria } from './service.ts'

/** Statements begin no later than this after the first one. What has been found until then is the answer. */
const TIME_LIMIT_MS = 2 * SECOND

interface SuggestionsInput {
  viewer: SearchingViewer
  visitor: VisitorHints
  settings: Settings
  filters: SearchFilters
}

interface Suggestion {
  loosened: SearchField[]
  filters: AppliedFilters
  numResults: number
  isExact: boolean
}

/**
 * Finds which filter to relax so that a search finds more members, most members first. If no single filter
 * helps, finds the fewest that help together. Each count is exact or ends at `SEARCH_COUNT_MAX`; the
 * statements run in sequence, because this may wait and searches may not. Source: SEARCH-10.
 */
export async function suggestSearches(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, visitor, settings, filters }: SuggestionsInput,
) {
  const now = clock.now()
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS)
  const { filled, searcher, criteria } = toCriteria({ viewer, visitor, settings, filters, now })
  const relaxBy = (steps: readonly Relaxation[]) => {
    const relaxed = steps.reduce((search, { relax }) => relax(search), filled)
    return { filters: relaxed, criteria: criteriaOf({ filled: relaxed, searcher, viewer, settings, now }) }
  }
  const { numResults: found } = await countMembers(db, { criteria, now })

  /** Counts the searches that relax these filters, and returns those that find more. */
  async function suggest(combinations: Iterable<readonly Relaxation[]>) {
    const suggestions: Suggestion[] = []
    for (const steps of combinations) {
      if (deadline.aborted) break
      const relaxedFields = steps.map(({ filter }) => filter)
      // All ages are only for a search that some more years do not help.
      if (suggestions.some((suggestion) => String(suggestion.loosened) === String(relaxedFields))) continue
      const relaxed = relaxBy(steps)
      const count = await countMembers(db, { criteria: relaxed.criteria, now })
      if (count.numResults > found) suggestions.push({ loosened: relaxedFields, filters: relaxed.filters, ...count })
    }
    return suggestions.toSorted((one, other) => other.numResults - one.numResults).slice(0, SEARCH_SUGGESTIONS)
  }

  const steps = relaxationsOf(filled)
  let suggestions = await suggest(steps.map((step) => [step]))
  if (suggestions.length === 0 && !deadline.aborted) {
    const relaxed = steps.map((step) => relaxBy([step]).criteria)
    const combinations = await findCombinations(db, { criteria, relaxed, now })
    suggestions = await suggest(combinations.map((indexes) => indexes.flatMap((index) => steps[index] ?? [])))
  }
  const cleared = toCriteria({ viewer, visitor, settings, filters: {}, now })
  const all = await countMembers(db, { criteria: cleared.criteria, now })
  return { suggestions, cleared: all.numResults > found ? all : null }
}
