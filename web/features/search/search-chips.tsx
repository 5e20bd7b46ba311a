import { useFormatter, useTranslations } from 'use-intl'
import type { SearchFilters } from '#contract/search.ts'
import { Chip, RemovableChip } from '#web/ui/elements/chip.tsx'
import { changeFilters, type AppliedFilters } from './search-filters.ts'

interface Props {
  filters: AppliedFilters
  onChange: (filters: SearchFilters) => void
}

/** The applied filters. The region can be removed with one press. */
export function SearchChips({ filters, onChange }: Props) {
  const t = useTranslations('search')
  const format = useFormatter()
  const { gender, country, region, minAge, maxAge } = filters
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('inForce')}>
      <li>
        <Chip>{t(`genders.${gender}`)}</Chip>
      </li>
      <li>
        <Chip>{t('ages', { low: minAge, high: maxAge })}</Chip>
      </li>
      <li>
        <Chip>{format.displayName(country, { type: 'region' })}</Chip>
      </li>
      {region !== null && (
        <li>
          <RemovableChip
            removeLabel={t('removeFilter', { filter: region })}
            onClick={() => onChange(changeFilters(filters, { region: null }))}
          >
            {region}
          </RemovableChip>
        </li>
      )}
    </ul>
  )
}
