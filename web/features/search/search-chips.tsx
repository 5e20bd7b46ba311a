import { useRef } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Chip, RemovableChip } from '#web/ui/elements/chip.tsx'
import type { FilterChange } from './search-filters.ts'
import { flagFilters } from './search-url.ts'
import type { SearchState } from './use-search.ts'

interface FilterChip {
  key: string
  text: string
  /** Undefined for a default, which is always in force. */
  removal?: FilterChange | undefined
}

/** The filters in force; each of the URL can be removed by a press, or all. The others are defaults. */
export function SearchChips({ state: { displayFilters, selection, change, clear } }: { state: SearchState }) {
  const t = useTranslations('search')
  const list = useRef<HTMLUListElement>(null)
  function act(action: () => void) {
    // The pressed chip disappears.
    list.current?.focus({ preventScroll: true })
    action()
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className="mb-4 lg:mb-5 flex flex-wrap items-center gap-2 outline-none"
      aria-label={t('inForce')}
    >
      <Chips
        displayFilters={displayFilters}
        selection={selection}
        onRemove={(removal) => act(() => change(removal))}
        onClear={() => act(clear)}
      />
    </ul>
  )
}

interface ChipsProps extends Pick<SearchState, 'displayFilters' | 'selection'> {
  onRemove: (removal: FilterChange) => void
  onClear: () => void
}

function Chips({ displayFilters, selection, onRemove, onClear }: ChipsProps) {
  const t = useTranslations('search')
  const chips = useChips(displayFilters, selection)
  const removable = chips.filter(({ removal }) => removal).length
  return (
    <>
      {chips.map(({ key, text, removal }) => (
        <li key={key} className="max-w-full">
          {removal ? (
            <RemovableChip removeLabel={t('removeFilter', { filter: text })} onClick={() => onRemove(removal)}>
              {text}
            </RemovableChip>
          ) : (
            <Chip>{text}</Chip>
          )}
        </li>
      ))}
      {removable > 1 && (
        <li>
          <Button variant="ghost" size="sm" onClick={onClear}>
            {t('clearAll')}
          </Button>
        </li>
      )}
    </>
  )
}

function useChips(filters: AppliedFilters, selection: SearchFilters): FilterChip[] {
  const t = useTranslations('search')
  const countryName = useCountryName()
  const choiceText = useChoiceText()
  const { gender, country, region, minAge, maxAge, near } = filters
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
    ...(near === undefined ? [] : [{ key: 'near', text: t('near', { km: near }), removal: { near: null } }]),
    ...flagFilters
      .filter((flag) => filters[flag])
      .map((flag) => ({
        key: flag,
        text: t(`flags.${flag}`),
        removal: { [flag]: null },
      })),
    ...profileChoiceNames.flatMap((name) => {
      const values: readonly string[] = filters[name] ?? []
      return values.map((value) => ({
        key: `${name}.${value}`,
        // Each value belongs to the list of its field.
        text: choiceText(name, value as never, gender === 'both' ? 'male' : gender),
        removal: { [name]: values.filter((each) => each !== value) },
      }))
    }),
  ]
}
