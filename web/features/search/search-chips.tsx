import { Suspense, useRef } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { RemovableChip } from '#web/ui/elements/chip.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { FilterChange } from './search-filters.ts'
import { useQuickFilters } from './search-quick-filters.ts'
import { flagFilters } from './search-url.ts'
import type { SearchState } from './use-search.ts'

/** Rendered by the server too; the browser loads it, and the names of all choices, for a search with some. */
const ChoiceChips = import.meta.env.SSR
  ? (await import('./choice-chips.tsx')).ChoiceChips
  : lazyPart(async () => (await import('./choice-chips.tsx')).ChoiceChips)

interface FilterChip {
  key: string
  text: string
  /** Undefined for a default, which is always in force. */
  removal?: FilterChange | undefined
}

/**
 * The filters of the URL, which can be removed by a press, or all; on a phone, whose line scrolls, before
 * those that one press switches. What is in force by default stands beside the number of members:
 * `useDefaultsText`. On a wide screen what the fields beside the members show at once is left out.
 */
export function SearchChips({ state }: { state: SearchState }) {
  const t = useTranslations('search')
  const list = useRef<HTMLUListElement>(null)
  const { displayFilters, selection, change, clear } = state
  const quick = useQuickFilters(state)
  const chips = useChips(displayFilters, selection).filter(
    ({ key, removal }) => removal && !quick.some((each) => each.key === key),
  )
  const choices = profileChoiceNames.reduce((sum, name) => sum + (displayFilters[name]?.length ?? 0), 0)
  const removable = chips.length + choices + quick.filter(({ isOn }) => isOn).length
  if (quick.length + removable === 0) return null
  function act(action: () => void) {
    // The pressed chip disappears.
    list.current?.focus({ preventScroll: true })
    action()
  }
  return (
    <ul ref={list} tabIndex={-1} className="search-chips" aria-label={t('inForce')}>
      {chips.map(({ key, text, removal = {} }) => (
        <li key={key} className="max-w-full lg:hidden">
          <RemovableChip removeLabel={t('removeFilter', { filter: text })} onClick={() => act(() => change(removal))}>
            {text}
          </RemovableChip>
        </li>
      ))}
      {quick.map(({ key, text, isOn, change: changed }) => (
        <li key={key}>
          <button type="button" aria-pressed={isOn} className="quick-chip" onClick={() => change(changed)}>
            {text}
          </button>
        </li>
      ))}
      {choices > 0 && (
        <Suspense>
          <ChoiceChips filters={displayFilters} onRemove={(removal) => act(() => change(removal))} />
        </Suspense>
      )}
      {removable > 0 && (
        <li className={cx(removable === 1 && 'max-lg:hidden')}>
          <Button variant="ghost" size="sm" onClick={() => act(clear)}>
            {t('clearAll')}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** Returns what a search looks for by default, as far as the URL says nothing else. */
export function useDefaultsText({ displayFilters, selection }: SearchState) {
  return useChips(displayFilters, selection)
    .filter(({ removal }) => !removal)
    .map(({ text }) => text)
    .join(' · ')
}

/** A search nearby has its chip among the quick ones. */
function useChips(filters: AppliedFilters, selection: SearchFilters): FilterChip[] {
  const t = useTranslations('search')
  const countryName = useCountryName()
  const { gender, country, region, minAge, maxAge } = filters
  const hasAges = selection.minAge !== undefined || selection.maxAge !== undefined
  return [
    { key: 'gender', text: t(`genders.${gender}`), removal: selection.gender && { gender: null } },
    {
      key: 'age',
      text: t('ages', { low: minAge, high: maxAge }),
      removal: hasAges ? { minAge: null, maxAge: null } : undefined,
    },
    {
      key: 'country',
      text: countryName(country),
      removal: selection.country && { country: null },
    },
    ...(region === null ? [] : [{ key: 'region', text: region, removal: { region: null } }]),
    ...flagFilters
      .filter((flag) => filters[flag])
      .map((flag) => ({
        key: flag,
        text: t(`flags.${flag}`),
        removal: { [flag]: null },
      })),
  ]
}
