import { useQueryClient } from '@tanstack/react-query'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useEffect, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Geocode } from '#contract/settings/places.ts'
import { currentPosition, followGeolocation, type GeolocationState } from '#web/features/settings/geolocation.ts'
import { geocodeQuery } from '#web/features/settings/queries.ts'
import { Button } from '#web/ui/elements/button.tsx'

/** A position of the device and the town that was found for it. */
export interface FoundPlace {
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
export function PositionButton({ form, onFound }: Props) {
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

/** Finds the place of the device. `isMissing` after a search without a result; the place is then chosen by hand. */
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
