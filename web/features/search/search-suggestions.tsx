import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters, SearchReply } from '#contract/search/schemas.ts'
import type { SearchField } from '#contract/settings/search-fields.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { suggestionsQuery } from './queries.ts'
import type { FilterChange } from './search-filters.ts'
import type { SearchState } from './use-search.ts'

interface Props {
  state: SearchState
  /** Called before the search changes: the pressed button disappears. */
  onChoose: () => void
}

/**
 * For a search that finds few members: which filters to relax and how many members that brings, and last what
 * the search finds without its filters (SEARCH-10).
 */
export function SearchSuggestions({ state: { search, change, clear }, onChoose }: Props) {
  const t = useTranslations('search-filters.suggestions')
  const searchT = useTranslations('search')
  const textOf = useSuggestionText(search.filters)
  // They are an offer: without them the page is complete.
  const { data } = useQuery(suggestionsQuery(search.filters))
  if (!data) return null
  const { suggestions, cleared } = data
  // With a single filter, its suggestion is the same search.
  const isClearable = cleared && !suggestions.some(({ numResults }) => numResults === cleared.numResults)
  if (suggestions.length === 0 && !isClearable) return null
  return (
    <section className="mx-auto mt-4 flex max-w-form flex-col gap-3 text-center">
      <h2 className="text-lg font-bold">{t('title')}</h2>
      <ul className="flex flex-col gap-2">
        {suggestions.map(({ loosened, filters, ...count }) => (
          <li key={String(loosened)}>
            <Button
              variant="secondary"
              isWide
              onClick={() => {
                onChoose()
                change(toFilterChange(loosened, filters))
              }}
            >
              {textOf(loosened, filters)} <Gain {...count} />
            </Button>
          </li>
        ))}
        {isClearable && (
          <li>
            <Button
              variant="outline"
              isWide
              onClick={() => {
                onChoose()
                clear()
              }}
            >
              {searchT('clearAll')} <Gain {...cleared} />
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Gain({ numResults, isExact }: Pick<SearchReply, 'numResults' | 'isExact'>) {
  const t = useTranslations('search-filters.suggestions')
  return (
    <span className="ms-2 font-normal whitespace-nowrap">
      {t('gain', { count: numResults, more: isExact ? '' : '+' })}
    </span>
  )
}

/** Returns the change of the search that a suggestion makes. */
function toFilterChange(loosened: readonly SearchField[], { minAge, maxAge }: AppliedFilters): FilterChange {
  const changes = loosened.map((filter) => (filter === 'age' ? { minAge, maxAge } : { [nameOf(filter)]: null }))
  return Object.assign({}, ...changes)
}

/** Returns the filter of the search behind a field. */
function nameOf(filter: SearchField) {
  return profileChoiceNames.find((name) => choiceSettings[name] === filter) ?? filter
}

/** Returns the text of a suggestion: `Ages 18 – 99 · Without the filter “Green eyes”`. */
function useSuggestionText(current: SearchFilters) {
  const t = useTranslations('search-filters')
  const format = useFormatter()
  const countryName = useCountryName()
  const choiceText = useChoiceText()
  /** Returns what a dropped filter asks for; one by a field of the profile may have several values. */
  function wantedBy(filter: Exclude<SearchField, 'age' | 'region'>, gender: AppliedFilters['gender']) {
    const choice = profileChoiceNames.find((name) => choiceSettings[name] === filter)
    if (!choice) return [t(`fields.${filter as 'near'}`)]
    const values: readonly string[] = current[choice] ?? []
    // Each value belongs to the list of its field.
    return values.map((value) => choiceText(choice, value as never, gender === 'both' ? 'male' : gender))
  }
  return (loosened: readonly SearchField[], { minAge, maxAge, country, gender }: AppliedFilters) => {
    const dropped = loosened
      .filter((filter) => filter !== 'age' && filter !== 'region')
      .flatMap((filter) => wantedBy(filter, gender))
      .map((text) => t('suggestions.quoted', { filter: text }))
    return [
      loosened.includes('region') && t('suggestions.region', { country: countryName(country) }),
      loosened.includes('age') && t('suggestions.ages', { low: minAge, high: maxAge }),
      dropped.length > 0 && t('suggestions.drop', { count: dropped.length, filters: format.list(dropped) }),
    ]
      .filter((part) => part !== false)
      .join(' · ')
  }
}
