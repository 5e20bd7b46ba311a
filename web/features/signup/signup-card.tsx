import { useFormContext, useWatch } from 'react-hook-form'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { useNow } from '#web/i18n/now.tsx'
import type { SignupForm } from '#contract/signup/schemas.ts'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { OwnCard } from './own-card.tsx'

/** The own card while the sign-up is filled in. */
export function SignupCard() {
  const { control } = useFormContext<SignupForm>()
  const [name, birthDate, region, country] = useWatch({ control, name: ['name', 'birthDate', 'region', 'country'] })
  const countryName = useCountryName()
  return (
    <OwnCard
      name={name}
      age={ageAt(birthDate, useNow())}
      place={region ? [region, countryName(country)].join(', ') : ''}
    />
  )
}
