import { useTranslations } from '#web/i18n/intl.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import type { Signup } from './use-signup.ts'

/** Asks for country and region, by which members find each other. The town can follow later. */
export function PlaceStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <>
      <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
      <p className="text-sm text-text-muted">{t('fields.placeHelp')}</p>
    </>
  )
}
