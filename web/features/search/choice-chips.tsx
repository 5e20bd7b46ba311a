import { profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters } from '#contract/search/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { RemovableChip } from '#web/ui/elements/chip.tsx'
import type { FilterChange } from './search-filters.ts'

interface Props {
  filters: AppliedFilters
  onRemove: (removal: FilterChange) => void
}

/** The filters by fields of the profile, one chip for each value. */
export function ChoiceChips({ filters, onRemove }: Props) {
  const t = useTranslations('search')
  const choiceText = useChoiceText()
  const gender = filters.gender === 'both' ? 'male' : filters.gender
  return profileChoiceNames.flatMap((name) => {
    const values: readonly string[] = filters[name] ?? []
    return values.map((value) => {
      // Each value belongs to the list of its field.
      const text = choiceText(name, value as never, gender)
      return (
        <li key={`${name}.${value}`} className="max-w-full">
          <RemovableChip
            removeLabel={t('removeFilter', { filter: text })}
            onClick={() => onRemove({ [name]: values.filter((each) => each !== value) })}
          >
            {text}
          </RemovableChip>
        </li>
      )
    })
  })
}
