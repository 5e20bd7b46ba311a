import { useSuspenseQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { OwnPhotos } from '#web/features/profiles/own-photos/own-photos.tsx'
import { ProfileCard } from '#web/features/profiles/form/profile-card.tsx'
import { ProfileForm } from '#web/features/profiles/form/profile-form.tsx'
import { PhotoRequests, photoRequestPagesQuery } from '#web/features/profiles/photos/photo-requests.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import type { Route } from './+types/profile'

const load = loading(async ({ context, query }: Loading<Route.LoaderArgs>) => {
  const client = context.get(queryClientContext)
  await Promise.all([query(ownProfileQuery()), client.infiniteQuery({ ...photoRequestPagesQuery(), staleTime: 0 })])
})
export const loader = load
export const clientLoader = load

/** The member's own profile and photos, arranged as on the page that others see. */
export default function Profile() {
  const t = useTranslations('profiles.own')
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const [hasUnsentPhotos, setHasUnsentPhotos] = useState(false)
  useFocusOnPart()
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="bar-title text-2xl font-bold">{t('title')}</h1>
        <Button variant="outline" icon={<Eye />} render={<Link to={href('/profile/preview')} />}>
          {t('view')}
        </Button>
      </div>
      <ProfileForm
        profile={profile}
        hasUnsentPhotos={hasUnsentPhotos}
        photos={
          <>
            <ProfileCard>
              <OwnPhotos profile={profile} onUnsentChange={setHasUnsentPhotos} />
            </ProfileCard>
            <PhotoRequests />
          </>
        }
      />
    </>
  )
}

/**
 * Moves the focus to what the address names: a heading, as the pencils of the preview do, or the first field
 * of a part, as the links to what is missing do.
 */
function useFocusOnPart() {
  // Another one after each press, of the same link too.
  const location = useLocation()
  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1))
    const field = part?.querySelector<HTMLElement>('input, textarea') ?? part
    // The router scrolls to it.
    field?.focus({ preventScroll: true })
  }, [location])
}
