import { useSuspenseQuery } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { getProfilePreview } from '#contract/profiles/preview-calls.ts'
import { previewViewers, type PreviewViewer } from '#contract/profiles/preview-viewers.ts'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { apiQuery } from '#web/api/queries.ts'
import { PhotoViewerDialog } from '#web/features/profiles/photos/photo-viewer.tsx'
import { ProfileDetails } from '#web/features/profiles/profile-details.tsx'
import { AnswerCard } from '#web/features/profiles/story/answer-card.tsx'
import { HeroPhoto } from '#web/features/profiles/story/hero-photo.tsx'
import { ProfileName } from '#web/features/profiles/story/profile-name.tsx'
import { ProfileStory } from '#web/features/profiles/story/profile-story.tsx'
import { VisitorInvitation } from '#web/features/profiles/visits/visitor-actions.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TabLinks } from '#web/ui/navigation/tab-links.tsx'
import type { Route } from './+types/profile-preview'

const previewQuery = (as: PreviewViewer) => apiQuery(getProfilePreview, { query: { as } })

/** Other names, as of an old link, show what most others see. */
function viewerOf(params: URLSearchParams): PreviewViewer {
  return previewViewers.find((name) => name === params.get('as')) ?? 'free'
}

const load = loading(async ({ context, request }: Loading<Route.LoaderArgs>) => {
  const as = viewerOf(new URL(request.url).searchParams)
  // Whatever of the profile, its photos or the privacy has changed since the page was last open.
  await context.get(queryClientContext).query({ ...previewQuery(as), staleTime: 0, networkMode: 'always' })
})
export const loader = load
export const clientLoader = load

/** The member's own profile as a visitor, a free or a premium member sees it (PRO-38). */
export default function ProfilePreview() {
  const t = useTranslations('privacy.preview')
  const [params] = useSearchParams()
  const as = viewerOf(params)
  const { member, hiddenBy } = useSuspenseQuery(previewQuery(as)).data
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <h1 className="bar-title text-2xl font-bold">{t('title')}</h1>
      <p className="mb-3 text-text-muted">{t('lead')}</p>
      <TabLinks
        label={t('as')}
        className="mb-6"
        links={previewViewers.map((name) => ({
          key: name,
          label: t(name),
          isCurrent: name === as,
          render: <Link to={`${href('/profile/preview')}?as=${name}`} />,
        }))}
      />
      {member ? <Preview key={as} member={member} as={as} /> : <Hidden by={hiddenBy} />}
    </>
  )
}

function Preview({ member, as }: { member: MemberProfile; as: PreviewViewer }) {
  const [enlarged, setEnlarged] = useState({ start: 0, isOpen: false })
  const enlarge = (start: number) => setEnlarged({ start, isOpen: true })
  const [firstAnswer] = member.answers
  return (
    <div className="flex flex-col gap-6 md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:gap-x-10">
      <div className="relative max-md:-mx-4 md:row-span-2">
        <HeroPhoto member={member} action={null} onEnlarge={() => enlarge(0)} isPreview />
        <EditLink part="photos" className="absolute end-3 top-3" />
        <PhotoViewerDialog
          key={enlarged.start}
          member={member}
          start={enlarged.start}
          open={enlarged.isOpen}
          onOpenChange={(isOpen) => setEnlarged({ ...enlarged, isOpen })}
          canReport={false}
          isPreview
        />
      </div>
      <ProfileName member={member} level="h2" />
      <div className="flex min-w-0 flex-col gap-6 md:col-start-2">
        {member.isReserved && <Reserved member={member} />}
        {firstAnswer && (
          <div className="relative">
            <AnswerCard answer={firstAnswer} replyTo={null} className="pe-18 md:pe-20" />
            <EditLink part="answers" className="absolute end-3 top-3" />
          </div>
        )}
        <div className={cx('relative', as !== 'visitor' && '[&>div>section:first-child]:pe-14')}>
          <ProfileDetails member={member} ownInterests={[]} />
          {/* Visitors see neither the text nor the details. */}
          {as !== 'visitor' && <EditLink part="about" className="absolute end-0 top-0" />}
        </div>
        {as === 'visitor' && <VisitorInvitation member={member} isPreview />}
      </div>
      <div className="flex flex-col gap-6 md:col-span-2 md:mt-4 md:gap-10">
        <ProfileStory member={member} canReply={false} onEnlarge={enlarge} />
      </div>
    </div>
  )
}

/** Leads to the part of the form that changes what is beside it. */
function EditLink({ part, className }: { part: 'photos' | 'answers' | 'about'; className: string }) {
  const t = useTranslations('privacy.preview')
  const photosT = useTranslations('photos')
  const ownT = useTranslations('profiles.own')
  const titles = { photos: photosT('title'), answers: ownT('answers.title'), about: ownT('sections.about') }
  return (
    <IconButton
      label={t('edit', { part: titles[part] })}
      variant="raised"
      className={className}
      render={<Link to={`${href('/profile')}#${part}`} prefetch="intent" />}
    >
      <Pencil />
    </IconButton>
  )
}

/** What privacy mode says in place of photos and details. */
function Reserved({ member: { name, gender } }: { member: MemberProfile }) {
  const t = useTranslations('profiles-member')
  return <Alert>{t('reserved', { name, gender })}</Alert>
}

function Hidden({ by }: { by: 'site' | 'privacy' | null }) {
  const t = useTranslations('privacy')
  return (
    <EmptyState
      icon={<EyeOff />}
      title={t('preview.hidden')}
      actions={
        by === 'privacy' && (
          <Button render={<Link to={href('/notifications/:section', { section: 'privacy' })} prefetch="intent" />}>
            {t('preview.settings')}
          </Button>
        )
      }
    >
      {by === 'site' ? t('visitorsClosed') : t('preview.hiddenHelp')}
    </EmptyState>
  )
}
