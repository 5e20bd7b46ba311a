import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { regionKinds, type CountryCode } from '#contract/countries.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { countryOptions, regionOptions } from './place-options.ts'
import { regionsQuery } from './list-queries.ts'
import { useSettings } from './use-settings.ts'

interface Place {
  country: CountryCode
  /** Empty while none is chosen. */
  region: string
}

interface PlaceFieldsProps extends Place {
  onChange: (place: Place) => void
  /** False leaves a field out where a site does not ask for it. */
  hasCountry?: boolean
  hasRegion?: boolean
  /** Label of the choice of no region, such as “All regions”. Without it a region has to be chosen. */
  anyRegionLabel?: string
  countryError?: string | undefined
  regionError?: string | undefined
  regionRef?: Ref<HTMLSelectElement>
}

/** Country and region. A region belongs to its country, so another country starts without one. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { country, region, onChange, anyRegionLabel, countryError, regionError, regionRef } = props
  const { hasCountry = true, hasRegion = true } = props
  return (
    <>
      {hasCountry && (
        <CountryField
          value={country}
          error={countryError}
          onValueChange={(chosen) => onChange({ country: chosen, region: '' })}
        />
      )}
      {hasRegion && (
        <RegionField
          ref={regionRef}
          country={country}
          value={region}
          onValueChange={(chosen) => onChange({ country, region: chosen })}
          anyLabel={anyRegionLabel}
          error={regionError}
        />
      )}
    </>
  )
}

interface CountryFieldProps {
  value: CountryCode
  error: string | undefined
  onValueChange: (country: CountryCode) => void
}

function CountryField({ value, error, onValueChange }: CountryFieldProps) {
  const t = useTranslations('settings')
  const countryName = useCountryName()
  const options = countryOptions(useSettings().countries, {
    nameOf: countryName,
    language: useLanguage().locale,
  })
  return (
    <Field label={t('country')} error={error}>
      <Select
        autoComplete="country"
        options={options}
        value={value}
        onChange={({ currentTarget }) => {
          const match = options.find((option) => option.value === currentTarget.value)
          if (match) onValueChange(match.value)
        }}
      />
    </Field>
  )
}

interface RegionFieldProps {
  country: CountryCode
  value: string
  onValueChange: (region: string) => void
  anyLabel: string | undefined
  error: string | undefined
  ref: Ref<HTMLSelectElement> | undefined
}

/** A region, labelled with the country's name for it: province, state, canton … (SET-6). */
function RegionField({ country, value, onValueChange, anyLabel, error, ref }: RegionFieldProps) {
  const t = useTranslations('settings')
  const common = useTranslations('common')
  const { data, isError, isFetching, refetch } = useQuery(regionsQuery())
  return (
    <>
      <Field label={t(`regionKinds.${data?.regions[country]?.label ?? regionKinds[country]}`)} error={error}>
        <Select
          ref={ref}
          value={value}
          onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
          options={regionOptions(data?.regions[country]?.regions, {
            chosen: value,
            none: { label: anyLabel ?? t('chooseRegion'), isAllowed: anyLabel !== undefined },
          })}
        />
      </Field>
      {isError && !data && (
        <LoadFailed
          text={t('regionsFailed')}
          retryLabel={common('retry')}
          isPending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}
