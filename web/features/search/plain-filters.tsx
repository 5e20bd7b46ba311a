import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { lookingForOptions } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { countryOptions } from '#web/features/settings/place-options.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { offeredFilters } from './offered-filters.ts'

interface Props {
  filters: AppliedFilters
  /** The filters of the URL. */
  selection: SearchFilters
}

/** The usual filters as a plain form, for browsers without JavaScript. Other filters of the URL stay. */
export function PlainFilters({ filters, selection }: Props) {
  const t = useTranslations('search')
  const settings = useTranslations('settings')
  const countryName = useCountryName()
  const language = useLanguage().locale
  const { countries, ...site } = useSettings()
  const offered = offeredFilters(site, useUser() !== null)
  const { gender, minAge, maxAge, country, region: _, online, new: isNew, photo, verified, ...others } = selection
  const flags = { online, new: isNew, photo, verified }
  const ages = { min: MINIMUM_AGE, max: MAXIMUM_AGE, type: 'number' } as const
  return (
    <Card render={<form method="get" action={href('/members')} aria-label={t('filters')} />} className="mb-5">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        {offered.gender && (
          <Field label={t('gender')}>
            <Select
              name="gender"
              defaultValue={gender ?? filters.gender}
              options={lookingForOptions.map((value) => ({ value, label: t(`genders.${value}`) }))}
            />
          </Field>
        )}
        {offered.country && (
          <Field label={settings('country')}>
            <Select
              name="country"
              defaultValue={country ?? filters.country}
              options={countryOptions(countries, {
                nameOf: countryName,
                language,
              })}
            />
          </Field>
        )}
        {offered.age && (
          <>
            <Field label={t('minAge')}>
              <TextInput name="minAge" defaultValue={minAge ?? filters.minAge} {...ages} />
            </Field>
            <Field label={t('maxAge')}>
              <TextInput name="maxAge" defaultValue={maxAge ?? filters.maxAge} {...ages} />
            </Field>
          </>
        )}
      </div>
      <div className="my-4 flex flex-wrap gap-x-6">
        {offered.flags.map((flag) => (
          <Checkbox
            key={flag}
            name={flag}
            value="true"
            defaultChecked={flags[flag] ?? false}
            label={t(`flags.${flag}`)}
          />
        ))}
      </div>
      <Button type="submit">{t('filter')}</Button>
    </Card>
  )
}
