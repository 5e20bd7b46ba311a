import { useRef, useEffect, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import type { z } from 'zod'
import { useTranslations } from '#web/i18n/intl.tsx'
import { setPosition } from '#contract/profiles/calls.ts'
import { Place } from '#contract/profiles/profile-field-schemas.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { TownField, useFindTown } from '#web/features/profiles/form/town-field.tsx'
import { placeLine } from '#web/features/profiles/place-line.ts'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import type { Geocode } from '#contract/settings/schemas.ts'
import { currentPosition, followGeolocation, type GeolocationState } from '#web/features/settings/geolocation.ts'
import { geocodeQuery } from '#web/features/settings/geocode-query.ts'
import { Button } from '#web/ui/elements/button.tsx'
import type { CompleteStepProps } from './step-actions.tsx'
import { ProfileStepForm } from '../profile-step-form.tsx'
import { useProfileStep } from '../use-profile-step.ts'

/** Asks for the town, one of the list. Country and region are known, and can be changed here. */
export function LocationStep({ profile, onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const { country, region, city } = profile
  const foundPlace = useRef<FoundPlace>(null)
  const findTown = useFindTown()
  const form = useProfileStep({
    name: 'location',
    profile,
    schema: Place,
    defaultValues: { country, region, city },
    async complete(place) {
      // Without an answer nothing would be saved, as the button says; another one skips.
      const isSame = placeFields.every((name) => place[name] === profile[name])
      const town = isSame && place.city === '' ? null : await findTown(place)
      if (town === null) form.setError('city', { type: 'server', message: t('townUnknown') }, { shouldFocus: true })
      return town === null ? null : { ...place, city: town }
    },
    afterSave: (place) => savePosition(foundPlace.current, place),
    onDone,
  })
  return (
    <ProfileStepForm form={form} onDone={onDone}>
      <PositionButton form={form} onFound={(place) => (foundPlace.current = place)}>
        <TownField error={form.errorOf('city')} isListed />
      </PositionButton>
      <RegionOfTown form={form} />
    </ProfileStepForm>
  )
}

type PlaceValues = z.output<typeof Place>
type PlaceForm = ReturnType<typeof useProfileStep<z.input<typeof Place>, PlaceValues>>

/** Where the town is. Asked for before the account, so the fields are shown only to change it. */
function RegionOfTown({ form }: { form: PlaceForm }) {
  const t = useTranslations('signup.complete')
  const countryName = useCountryName()
  const [isOpen, setIsOpen] = useState(false)
  const [country, region] = form.watch(['country', 'region'])
  const countryError = form.errorOf('country')
  const regionError = form.errorOf('region')
  if (isOpen || region === '' || countryError || regionError)
    return <PlaceFormFields countryError={countryError} regionError={regionError} />
  return (
    <p className="flex flex-wrap items-center gap-x-6">
      <span className="min-w-0 text-text-muted wrap-anywhere">
        {placeLine({ city: null, region, country: countryName(country) ?? '' })}
      </span>
      <Button variant="ghost" size="sm" className="-mx-4" onClick={() => setIsOpen(true)}>
        {t('changePlace')}
      </Button>
    </p>
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

/**
 * Fills in the place from the position of the device, above the field that it fills in: below the list it
 * would be under the buttons of a phone's lower edge. The browser asks the member only after the press.
 */
function PositionButton({ form, onFound, children }: Props & { children: ReactNode }) {
  const t = useTranslations('signup.complete.position')
  // Nearly every browser has it: above the list of towns, a button that comes later would move them.
  const [state, setState] = useState<GeolocationState>('unknown')
  const { find, isSearching, isMissing } = usePlaceOfPosition({ form, onFound })
  useEffect(() => followGeolocation(navigator, setState), [])
  const isSupported = state !== 'unsupported'
  const isDenied = state === 'denied'
  return (
    <>
      {isSupported && (
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
          <p aria-live="polite" className="text-sm text-text-muted not-empty:mt-1.5">
            {isDenied ? t('denied') : isMissing ? t('missing') : ''}
          </p>
        </div>
      )}
      {children}
      {isSupported && !isDenied && <p className="text-sm text-text-muted">{t('help')}</p>}
    </>
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
