import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isCountryCode, type CountryCode } from '#contract/countries.ts'
import { ABOUT_MAX_LENGTH, CITY_MAX_LENGTH } from '#contract/limits.ts'
import type { FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import { genders, lookingForOptions } from '#contract/profiles/profile-fields.ts'
import { siteQuery } from '#web/features/operator/site/queries.ts'
import { countryOptions, regionOptions } from '#web/features/settings/place-options.ts'
import { useLocale, useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { extraPlaces, type Extras } from './fictional-extras.tsx'

/** The fields of a fictional profile, in the order of the form. */
export const fictionalFields = [
  'name',
  'gender',
  'lookingFor',
  'birthDate',
  'country',
  'region',
  'city',
  'about',
] as const
type FieldName = (typeof fictionalFields)[number]
/** Where errors of the form are shown. */
export const fictionalPlaces = [...fictionalFields, ...extraPlaces] as const

interface Props {
  /** The site whose countries and regions are offered. */
  siteId: number
  defaults?: FictionalProfile | undefined
  disabled?: boolean
  errorOf: (name: FieldName) => string | undefined
  clear: (name: FieldName) => void
}

/** The fields of a fictional profile. Errors are at them. */
export function FictionalFields({ siteId, defaults, disabled = false, errorOf, clear }: Props) {
  const t = useTranslations('operator-fictional')
  const common = (name: FieldName) => ({
    name,
    disabled,
    defaultValue: defaults?.[name],
    onChange: () => clear(name),
  })
  return (
    <>
      <Field label={t('fields.name')} error={errorOf('name')}>
        <TextInput {...common('name')} autoComplete="off" />
      </Field>
      <Field label={t('fields.gender')} error={errorOf('gender')}>
        <Select {...common('gender')} options={genders.map((value) => ({ value, label: t(`genders.${value}`) }))} />
      </Field>
      <Field label={t('fields.lookingFor')} error={errorOf('lookingFor')}>
        <Select
          {...common('lookingFor')}
          options={lookingForOptions.map((value) => ({ value, label: t(`genders.${value}`) }))}
        />
      </Field>
      <Field label={t('fields.birthDate')} error={errorOf('birthDate')}>
        <TextInput {...common('birthDate')} type="date" />
      </Field>
      <PlaceFields
        key={siteId}
        siteId={siteId}
        defaults={defaults}
        disabled={disabled}
        errorOf={errorOf}
        clear={clear}
      />
      <Field label={t('fields.city')} error={errorOf('city')}>
        <TextInput {...common('city')} autoComplete="off" maxLength={CITY_MAX_LENGTH} />
      </Field>
      <div className="sm:col-span-full">
        <Field label={t('fields.about')} error={errorOf('about')}>
          <Textarea {...common('about')} rows={4} maxLength={ABOUT_MAX_LENGTH} />
        </Field>
      </div>
    </>
  )
}

/** Country and region, as the site offers them. */
function PlaceFields({ siteId, defaults, disabled = false, errorOf, clear }: Props) {
  const t = useTranslations('operator-fictional')
  const nameOf = useCountryName()
  const language = useLocale()
  const { data: site } = useQuery(siteQuery(siteId))
  const [selected, setSelected] = useState<CountryCode | undefined>(defaults?.country)
  const [region, setRegion] = useState(defaults?.region ?? '')
  const country = selected ?? site?.settings.countries[0]
  const countries = site?.settings.countries ?? (country ? [country] : [])
  const regions = country && site?.settings.region_data[country]?.regions
  return (
    <>
      <Field label={t('fields.country')} error={errorOf('country')}>
        <Select
          name="country"
          disabled={disabled}
          value={country ?? ''}
          options={countryOptions(countries, { nameOf, language })}
          onChange={({ target }) => {
            clear('country')
            if (isCountryCode(target.value)) setSelected(target.value)
            setRegion('')
          }}
        />
      </Field>
      <Field label={t('fields.region')} error={errorOf('region')}>
        <Select
          name="region"
          disabled={disabled}
          value={region}
          options={regionOptions(regions, { chosen: region, none: { label: t('chooseRegion'), isAllowed: true } })}
          onChange={({ target }) => {
            clear('region')
            setRegion(target.value)
          }}
        />
      </Field>
    </>
  )
}

/** What was entered, as the calls take it. The server checks it. */
export function toProfile(values: Record<FieldName, string>, extras: Extras) {
  const texts = Object.fromEntries(fictionalFields.map((name) => [name, values[name]]))
  return { ...texts, ...extras } as unknown as FictionalProfile
}
