import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { choiceSettings, profileChoiceNames } from '#contract/profile-fields.ts'
import type { AppliedFilters } from '#contract/search.ts'
import type { SearchField } from '#contract/settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { suggestionsQuery } from './queries.ts'
import type { FilterChange } from './search-filters.ts'
import type { SearchState } from './use-search.ts'

/** For a search that finds few members: which filter to loosen, and how many members that brings (SEARCH-10). */
export function SearchSuggestions({ state: { search, reply, change, clear } }: { state: SearchState }) {
  const t = useTranslations('search-more.suggestions')
  const searchT = useTranslations('search')
  const textOf = useSuggestionText()
  // They are an offer: without them the page is complete.
  const { data } = useQuery(suggestionsQuery(search.filters))
  if (!data) return null
  if (data.suggestions.length === 0) {
    // No single filter helps: an empty list still has a next step.
    const isClearable = reply.numResults === 0 && Object.keys(search.filters).length > 0
    return isClearable ? (
      <p className="text-center">
        <Button onClick={clear}>{searchT('clearAll')}</Button>
      </p>
    ) : null
  }
  return (
    <section className="mx-auto mt-4 flex max-w-form flex-col gap-3 text-center">
      <h2 className="text-lg font-bold">{t('title')}</h2>
      <ul className="flex flex-col gap-2">
        {data.suggestions.map(({ filter, filters, numResults, isExact }) => (
          <li key={filter}>
            <Button variant="secondary" isWide onClick={() => change(loosening(filter, filters))}>
              {textOf(filter, filters)}
              <span className="ms-2 font-normal whitespace-nowrap">
                {t('gain', { count: numResults, more: isExact ? '' : '+' })}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the change of the search that a suggestion makes. */
function loosening(filter: SearchField, { minAge, maxAge }: AppliedFilters): FilterChange {
  if (filter === 'age') return { minAge, maxAge }
  const choice = profileChoiceNames.find((name) => choiceSettings[name] === filter)
  return { [choice ?? filter]: null }
}

function useSuggestionText() {
  const t = useTranslations('search-more')
  const profileText = useTranslations('profiles')
  const format = useFormatter()
  return (filter: SearchField, { minAge, maxAge, country }: AppliedFilters) => {
    if (filter === 'age') return t('suggestions.ages', { low: minAge, high: maxAge })
    if (filter === 'region')
      return t('suggestions.region', { country: format.displayName(country, { type: 'region' }) })
    const choice = profileChoiceNames.find((name) => choiceSettings[name] === filter)
    const name = choice ? profileText(`own.${choice}`) : t(`fields.${filter as 'near'}`)
    return t('suggestions.drop', { filter: name })
  }
}
