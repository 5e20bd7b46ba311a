import { useMutation, useQueryClient } from '@tanstack/react-query'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useRef, useState } from 'react'
import { setPosition } from '#contract/profiles/calls.ts'
import type { PositionChange } from '#contract/profiles/schemas.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { currentPosition } from '#web/features/settings/geolocation.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'

/** Asks for a position after a search near a member who has none: that filter was not applied. */
export function PositionNeeded({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const t = useTranslations('search-filters.position')
  const client = useQueryClient()
  const errorText = useErrorText()
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: PositionChange) => call(setPosition, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: apiQueryKey(searchMembers) }),
  })
  // The device may take long to find its position: a later press goes first.
  const presses = useRef(0)
  async function locate() {
    presses.current += 1
    const own = presses.current
    const position = await currentPosition(navigator)
    if (presses.current !== own) return
    setIsMissing(position === null)
    if (position) mutate({ latitude: position.lat, longitude: position.lon })
  }
  function chooseTown() {
    presses.current += 1
    setIsMissing(false)
    mutate({ from: 'town' })
  }
  return (
    <section data-position className="flex flex-col gap-2 rounded-lg bg-surface-muted p-4">
      <Heading className="font-semibold">{t('title')}</Heading>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <Button variant="secondary" icon={<LocateFixed />} isPending={isPending} onClick={() => void locate()}>
        {t('device')}
      </Button>
      <Button variant="outline" isPending={isPending} onClick={chooseTown}>
        {t('town')}
      </Button>
      <p aria-live="polite" className="text-sm text-danger-text empty:sr-only">
        {error ? errorText(error) : isMissing ? t('missing') : ''}
      </p>
    </section>
  )
}
