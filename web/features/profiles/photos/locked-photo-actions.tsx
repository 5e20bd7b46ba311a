import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import type { MemberPhoto, MemberProfile } from '#contract/profiles/schemas.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { useUser, useViewerGender } from '#web/features/accounts/use-user.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { useRealtimeEvent } from '#web/api/realtime/use-realtime-event.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { PremiumLink } from './premium-link.tsx'
import { showUnlocked } from './show-unlocked.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'

interface Props {
  member: Pick<MemberProfile, 'id' | 'name' | 'photoRequest'>
  photo: MemberPhoto
  /** Says what opens the photo, and offers nothing: to the owner (PRO-38), and beside a photo not opened. */
  isPreview?: boolean
}

/** Fetches a profile again when its owner grants or withdraws the photos on request. */
export function usePhotoAccessChanges(memberId: string) {
  const client = useQueryClient()
  useRealtimeEvent('photo_access.changed', ({ profileId }) => {
    if (profileId === memberId) void client.invalidateQueries(memberQuery(memberId))
  })
}

/** Says on a locked photo what opens it, and offers that: premium, credits, the owner, or an age check. */
export function LockedPhotoActions({ member, photo, isPreview = false }: Props) {
  const t = useTranslations('profiles')
  const lockedT = useTranslations('profiles-member.locked')
  const mustAssureAge = useUser()?.must_assure_age
  if (isPreview) {
    const { name } = member
    const texts = {
      unlock: lockedT('unlockText'),
      request: lockedT('requestText', { name }),
      premium: t('lock.premium'),
    }
    return <p className="font-semibold">{texts[photo.key ?? 'premium']}</p>
  }
  if (mustAssureAge && photo.key !== 'premium') {
    return (
      <>
        <p className="font-semibold">{lockedT('ageText')}</p>
        <Button size="sm" render={<Link to={href('/age-check')} />}>
          {lockedT('age')}
        </Button>
      </>
    )
  }
  if (photo.key === 'unlock') return <Unlock member={member} photo={photo} />
  if (photo.key === 'request') return <Request member={member} />
  return (
    <>
      <p className="font-semibold">{t('lock.premium')}</p>
      <PremiumLink />
    </>
  )
}

/** Moves the focus to the carousel when its button disappears, because it is no longer needed. */
function passFocusOn(button: HTMLElement | null) {
  return () => {
    if (button && document.activeElement === button) button.closest('ul')?.focus({ preventScroll: true })
  }
}

function Unlock({ member, photo }: Props) {
  const t = useTranslations('profiles-member.locked')
  const errorText = useErrorText()
  const client = useQueryClient()
  const { photo_credits: credits } = useSettings()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_box: HTMLElement | null) =>
      call(unlockPhoto, { params: { photoId: photo.id }, body: { maxPrice: credits } }),
    onError: (problem) => showNewPrice(client, problem),
    onSuccess: (_reply, box) => {
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
      return showUnlocked(client, { memberId: member.id, photoId: photo.id, box })
    },
  })
  const isUnpaid = error instanceof ApiError && error.code === 'unlocks.insufficient_credits'
  return (
    <>
      <p role={error ? 'alert' : undefined} className="font-semibold">
        {error ? errorText(error) : t('unlockText')}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {isUnpaid ? (
          <Button size="sm" render={<Link to={href('/credits')} prefetch="intent" />}>
            {t('getCredits')}
          </Button>
        ) : (
          <Button
            ref={passFocusOn}
            size="sm"
            isPending={isPending}
            onClick={({ currentTarget }) => mutate(currentTarget.closest<HTMLElement>('[data-photo-box]'))}
          >
            {t('unlock', { credits })}
          </Button>
        )}
        <PremiumLink variant="outline" />
      </div>
    </>
  )
}

/** Sets the price of a rejection on every button of the page: an open tab has settings from its loading. */
function showNewPrice(client: QueryClient, error: Error) {
  if (!(error instanceof ApiError && error.code === 'unlocks.price_changed')) return
  const price = error.params['count']
  if (typeof price !== 'number') return
  client.setQueryData(settingsQuery().queryKey, (old) =>
    old ? { ...old, settings: { ...old.settings, photo_credits: price } } : undefined,
  )
}

function Request({ member: { id, name, photoRequest } }: Pick<Props, 'member'>) {
  const t = useTranslations('profiles-member.locked')
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(requestPhotos, { params: { profileId: id } }),
    onSuccess: () => client.invalidateQueries(memberQuery(id)),
  })
  const isAsked = photoRequest === 'asked'
  const viewerGender = useViewerGender()
  return (
    <>
      <p role={error ? 'alert' : 'status'} className="font-semibold">
        {error ? errorText(error) : t(isAsked ? 'asked' : 'requestText', { name, viewerGender })}
      </p>
      {!isAsked && (
        <Button ref={passFocusOn} size="sm" isPending={isPending} onClick={() => mutate()}>
          {t('request', { name })}
        </Button>
      )}
    </>
  )
}
