import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { genders } from '#contract/profiles.ts'
import type { SearchFilters } from '#contract/search.ts'
import { PlaceFields } from '#web/features/settings/place-fields.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { NumberRange } from '#web/ui/forms/number-range.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { changeFilters, type AppliedFilters } from './search-filters.ts'

interface Props {
  filters: AppliedFilters
  onChange: (filters: SearchFilters) => void
}

/** Fields of the member search. Every change searches at once. */
export function SearchFilterFields({ filters, onChange }: Props) {
  const t = useTranslations('search')
  const { gender, country, region, minAge, maxAge } = filters
  const change = (changed: Partial<AppliedFilters>) => onChange(changeFilters(filters, changed))
  return (
    <div className="flex flex-col gap-6">
      <FieldGroup label={t('gender')}>
        <SegmentedControl
          value={gender}
          onValueChange={(chosen) => change({ gender: chosen })}
          options={genders.map((each) => ({ value: each, label: t(`genders.${each}`) }))}
        />
      </FieldGroup>
      <AgeFields minAge={minAge} maxAge={maxAge} onChange={(low, high) => change({ minAge: low, maxAge: high })} />
      <PlaceFields
        country={country}
        region={region ?? ''}
        anyRegionLabel={t('anyRegion')}
        onChange={(place) => change(place)}
      />
    </div>
  )
}

interface AgeProps {
  minAge: number
  maxAge: number
  onChange: (low: number, high: number) => void
}

function AgeFields({ minAge, maxAge, onChange }: AgeProps) {
  const t = useTranslations('search')
  const [ages, setAges] = useState<readonly [low: number, high: number]>([minAge, maxAge])
  // Back and Forward apply other ages, and the slider follows. While it is dragged, nothing is applied.
  const [applied, setApplied] = useState({ minAge, maxAge })
  if (applied.minAge !== minAge || applied.maxAge !== maxAge) {
    setApplied({ minAge, maxAge })
    setAges([minAge, maxAge])
  }
  return (
    <FieldGroup label={t('age')}>
      <NumberRange
        min={MINIMUM_AGE}
        max={MAXIMUM_AGE}
        value={ages}
        onValueChange={setAges}
        onValueCommit={([low, high]) => onChange(low, high)}
        lowLabel={t('minAge')}
        highLabel={t('maxAge')}
        formatRange={(low, high) => t('ages', { low, high })}
      />
    </FieldGroup>
  )
}
