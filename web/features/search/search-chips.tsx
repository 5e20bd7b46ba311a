import { useFormatter, useTranslations } from 'use-intl'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { Chip, RemovableChip } from '#web/ui/elements/chip.tsx'

interface Props {
  filters: SearchReply['filters']
  onChange: (filters: SearchFilters) => void
}

/** Names the filters in force; the region can be taken away with one press. */
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
            onClick={() => onChange({ gender, country, minAge, maxAge })}
          >
            {region}
          </RemovableChip>
        </li>
      )}
    </ul>
  )
}
