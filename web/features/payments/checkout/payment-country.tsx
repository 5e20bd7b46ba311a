import { useTranslations } from '#web/i18n/intl.tsx'
import type { CountryCode } from '#contract/countries.ts'
import { countryOptions } from '#web/features/settings/place-options.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface Props {
  country: CountryCode
  onChange: (country: string) => void
}

/** The country whose payment methods are shown. Prices stay those of the member's own country. */
export function PaymentCountry({ country, onChange }: Props) {
  const t = useTranslations('payments')
  const nameOf = useCountryName()
  const offered = countryOptions(useSettings().countries, { nameOf, language: useLanguage().locale })
  const isOffered = offered.some(({ value }) => value === country)
  return (
    <Field label={t('paymentCountry')}>
      <Select
        value={country}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        options={isOffered ? offered : [{ value: country, label: nameOf(country) ?? country }, ...offered]}
      />
    </Field>
  )
}
