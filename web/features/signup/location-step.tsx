import { useRef, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useTranslations } from '#web/i18n/intl.tsx'
import { setPosition } from '#contract/profiles/calls.ts'
import { Place, type OwnProfile } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { CityInput } from '#web/features/settings/city-field.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Geocode } from '#contract/settings/schemas.ts'
import { currentPosition, followGeolocation, type GeolocationState } from '#web/features/settings/geolocation.ts'
import { geocodeQuery } from '#web/features/settings/geocode-query.ts'
import { Button } from '#web/ui/elements/button.tsx'
import type { CompleteStepProps } from './complete-buttons.tsx'
import { ProfileStepForm } from './profile-step-form.tsx'
import { useProfileStep } from './use-profile-step.ts'

/** Asks for the town, and lets the member correct country and region. */
export function LocationStep({ profile, onDone, onBack }: CompleteStepProps) {
  const own = useTranslations('profiles.own')
  const { country, region, city } = profile
  const defaultValues = { country, region, city }
  const foundPlace = useRef<FoundPlace>(null)
  const form = useProfileStep({
    name: 'location',
    profile,
    schema: Place,
    defaultValues,
    afterSave: (place) => savePosition(foundPlace.current, place),
    onDone,
  })
  return (
    <ProfileStepForm form={form} onDone={onDone} {...(onBack && { onBack })}>
      <PositionButton form={form} onFound={(place) => (foundPlace.current = place)} />
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

/** A position of the device and the town that was found for it. */
interface FoundPlace {
  position: { lat: number; lon: number }
  place: Geocode
}

const placeFields = ['country', 'region', 'city'] as const
type PlaceField = (typeof placeFields)[number]

interface Props {
  form: { getValues: (name: PlaceField) => unknown; setValue: (name: PlaceField, value: never) => void }
  onFound: (found: FoundPlace) => void
}

/** Fills in the place from the position of the device. The browser asks the member only after the press. */
function PositionButton({ form, onFound }: Props) {
  const t = useTranslations('signup.complete.position')
  const [state, setState] = useState<GeolocationState>('unsupported')
  const { find, isSearching, isMissing } = usePlaceOfPosition({ form, onFound })
  useEffect(() => followGeolocation(navigator, setState), [])
  if (state === 'unsupported') return null
  const isDenied = state === 'denied'
  return (
    <div>
      <Button
        variant="secondary"
        isWide
        icon={<LocateFixed />}
        disabled={isDenied}
        isPending={isSearching}
        onClick={() => void find()}
      >
        {t('use')}
      </Button>
      <p aria-live="polite" className="mt-1.5 text-sm text-text-muted">
        {isDenied ? t('denied') : isMissing ? t('missing') : t('help')}
      </p>
    </div>
  )
}

/** Finds the place of the device. `isMissing` after a search without a result: it is then chosen by hand. */
function usePlaceOfPosition({ form: { getValues, setValue }, onFound }: Props) {
  const client = useQueryClient()
  const [isSearching, setIsSearching] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  async function find() {
    setIsSearching(true)
    const before = placeFields.map((name) => getValues(name))
    const position = await currentPosition(navigator)
    const place = position && (await client.query(geocodeQuery(position)))
    setIsSearching(false)
    // What the member has entered meanwhile stays.
    if (placeFields.some((name, index) => getValues(name) !== before[index])) return
    setIsMissing(!place)
    if (!position || !place) return
    onFound({ position, place })
    // Values of the server, which the form validates again when it is sent.
    for (const name of placeFields) setValue(name, place[name] as never)
  }
  return { find, isSearching, isMissing }
}
