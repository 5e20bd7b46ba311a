import { useRef } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { setPosition } from '#contract/profiles/position.ts'
import { Place, type OwnProfile } from '#contract/profiles/profiles.ts'
import { call } from '#web/api/call.ts'
import { CityInput } from '#web/features/settings/city-field.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { CompleteStepProps } from './complete-step.ts'
import { PositionButton, type FoundPlace } from './position-button.tsx'
import { ProfileStepForm } from './profile-step-form.tsx'
import { useProfileStep } from './use-profile-step.ts'

/** Asks for the town, and lets the member correct country and region. */
export function LocationStep({ profile, onDone, onBack }: CompleteStepProps) {
  const own = useTranslations('profiles.own')
  const { country, region, city } = profile
  const defaultValues = { country, region, city }
  const found = useRef<FoundPlace>(null)
  const form = useProfileStep({
    name: 'location',
    profile,
    schema: Place,
    defaultValues,
    afterSave: (place) => savePosition(found.current, place),
    onDone,
  })
  return (
    <ProfileStepForm form={form} onDone={onDone} {...(onBack && { onBack })}>
      <PositionButton form={form} onFound={(place) => (found.current = place)} />
      <Field label={own('city')} error={form.errorOf('city')}>
        <CityInput
          {...form.register('city')}
          defaultValue={city}
          country={form.watch('country')}
          region={form.watch('region')}
          typed={form.watch('city')}
        />
      </Field>
      <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
    </ProfileStepForm>
  )
}

/** Stores the area of the device for searches nearby (PRO-21), unless another town was chosen after all. */
async function savePosition(
  found: FoundPlace | null,
  { country, region, city }: Pick<OwnProfile, 'country' | 'region' | 'city'>,
) {
  if (!found) return
  const { place, position } = found
  if (place.country !== country || place.region !== region || place.city !== city) return
  // About a kilometre, as when the town was asked for; the server keeps a far larger area.
  const [latitude, longitude] = [position.lat, position.lon].map((degrees) => Number(degrees.toFixed(2)))
  if (latitude === undefined || longitude === undefined) return
  await call(setPosition, { body: { latitude, longitude } })
}
