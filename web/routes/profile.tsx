import { useSuspenseQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { href } from 'react-router'
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
  await Promise.all([
    query(ownProfileQuery()),
    client.infiniteQuery({ ...photoRequestPagesQuery(), staleTime: 0, networkMode: 'always' }),
  ])
})
export const loader = load
export const clientLoader = load

/** The member's own profile and photos, arranged as on the page that others see. */
export default function Profile() {
  const t = useTranslations('profiles.own')
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const [hasUnsentPhotos, setHasUnsentPhotos] = useState(false)
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <div className="flex flex-wrap items-center justify-between gap-4 md:mb-6">
        <h1 className="bar-title text-2xl font-bold">{t('title')}</h1>
        <PreviewLink className="max-md:hidden" />
      </div>
      <ProfileForm
        profile={profile}
        hasUnsentPhotos={hasUnsentPhotos}
        photos={
          <>
            <ProfileCard>
              <OwnPhotos
                profile={profile}
                // The title of a phone stands in the bar above.
                action={<PreviewLink className="md:hidden" />}
                onUnsentChange={setHasUnsentPhotos}
              />
            </ProfileCard>
            <PhotoRequests />
          </>
        }
      />
    </>
  )
}

function PreviewLink({ className }: { className: string }) {
  const t = useTranslations('profiles.own')
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<Eye aria-hidden />}
      className={className}
      render={<Link to={href('/profile/preview')} prefetch="intent" />}
    >
      {t('view')}
    </Button>
  )
}
