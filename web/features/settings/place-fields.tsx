import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { regionKinds, type CountryCode } from '#contract/countries.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { regionsQuery } from './queries.ts'
import { useSettings } from './use-settings.ts'

/** Countries of this site, named in the reader's language and in its order. */
export function useCountryOptions() {
  const { countries } = useSettings()
  const format = useFormatter()
  return countries
    .map((country) => ({ value: country, label: format.displayName(country, { type: 'region' }) ?? country }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

interface CountryFieldProps {
  value: CountryCode | undefined
  onValueChange: (country: CountryCode) => void
}

export function CountryField({ value, onValueChange }: CountryFieldProps) {
  const t = useTranslations('settings')
  const options = useCountryOptions()
  return (
    <Field label={t('country')}>
      <Select
        autoComplete="country"
        options={options}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen) onValueChange(chosen.value)
        }}
      />
    </Field>
  )
}

interface RegionFieldProps {
  country: CountryCode
  value: string
  onValueChange: (region: string) => void
  /** What stands for no region, such as “All regions”; then it can be chosen. */
  anyLabel?: string
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

/** A region, labelled as the country calls it: province, state, canton … (SET-6). */
export function RegionField({ country, value, onValueChange, anyLabel, error, ref }: RegionFieldProps) {
  const t = useTranslations('settings')
  const { data } = useQuery(regionsQuery())
  // Until they are there, the one that is chosen stands for them.
  const regions = data?.regions[country] ?? (value ? [value] : [])
  return (
    <Field label={t(`regionKinds.${regionKinds[country]}`)} error={error}>
      <Select
        ref={ref}
        value={value}
        onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
        options={[
          { value: '', label: anyLabel ?? t('chooseRegion'), disabled: anyLabel === undefined },
          ...regions.map((region) => ({ value: region, label: region })),
        ]}
      />
    </Field>
  )
}
