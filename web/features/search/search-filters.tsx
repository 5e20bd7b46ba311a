import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { genders } from '#contract/profiles.ts'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { CountryField, RegionField } from '#web/features/settings/place-fields.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { NumberRange } from '#web/ui/forms/number-range.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'

interface Props {
  /** Those in force, defaults filled in. */
  filters: SearchReply['filters']
  onChange: (filters: SearchFilters) => void
}

/** Who, where, how old: every change searches at once. */
export function SearchFilterFields({ filters, onChange }: Props) {
  const t = useTranslations('search')
  const { gender, country, region, minAge, maxAge } = filters
  const [ages, setAges] = useState<readonly [low: number, high: number]>([minAge, maxAge])
  // Back and Forward change what is in force; the slider follows, except while it is dragged.
  const [agesInForce, setAgesInForce] = useState(`${minAge}-${maxAge}`)
  if (agesInForce !== `${minAge}-${maxAge}`) {
    setAgesInForce(`${minAge}-${maxAge}`)
    setAges([minAge, maxAge])
  }
  const change = (changed: Partial<SearchFilters>) =>
    onChange({ gender, country, ...(region !== null && { region }), minAge, maxAge, ...changed })

  return (
    <div className="flex flex-col gap-6">
      <FieldGroup label={t('gender')}>
        <SegmentedControl
          value={gender}
          onValueChange={(chosen) => change({ gender: chosen })}
          options={genders.map((each) => ({ value: each, label: t(`genders.${each}`) }))}
        />
      </FieldGroup>
      <FieldGroup label={t('age')}>
        <NumberRange
          min={MINIMUM_AGE}
          max={MAXIMUM_AGE}
          value={ages}
          onValueChange={setAges}
          onValueCommit={([low, high]) => change({ minAge: low, maxAge: high })}
          lowLabel={t('minAge')}
          highLabel={t('maxAge')}
          formatRange={(low, high) => t('ages', { low, high })}
        />
      </FieldGroup>
      <CountryField value={country} onValueChange={(chosen) => onChange({ gender, country: chosen, minAge, maxAge })} />
      <RegionField
        country={country}
        value={region ?? ''}
        anyLabel={t('anyRegion')}
        onValueChange={(chosen) =>
          onChange({ gender, country, minAge, maxAge, ...(chosen !== '' && { region: chosen }) })
        }
      />
    </div>
  )
}
