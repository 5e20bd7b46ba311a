import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { markLikeSeen } from '#contract/likes.ts'
import type { MemberProfile } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { LikeButton, LikeHeart } from '#web/features/likes/like-button.tsx'
import { likesQuery } from '#web/features/likes/queries.ts'
import { BlockMenu } from '#web/features/moderation/block-menu.tsx'
import { FictionalLabel } from '#web/features/profiles/fictional-label.tsx'
import { Gallery } from '#web/features/profiles/gallery.tsx'
import { PhotoLockCard } from '#web/features/profiles/photo-lock-card.tsx'
import { ProfileDetails } from '#web/features/profiles/profile-details.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { SimilarMembers } from '#web/features/search/similar-members.tsx'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/member'

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  await query(memberQuery(params.id))
})
export const loader = load
export const clientLoader = load

/** The profile of a member. `/likes/m/{id}` shows the same page. */
export default function Member({ params }: Route.ComponentProps) {
  const t = useTranslations('profiles')
  const { member } = useSuspenseQuery(memberQuery(params.id)).data
  const user = useUser()
  const own = useQuery({ ...ownProfileQuery(), enabled: user !== null }).data?.profile
  const isOwn = user?.profile.id === member.id
  useMarkLikeSeen(member.id)

  return (
    <>
      <PageTitle title={`${member.name}, ${member.age}`} isPrivate />
      <div className="flex flex-col gap-6 md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_auto_1fr] md:gap-x-10">
        <div className="md:row-span-3">
          <Gallery key={member.id} member={member} />
        </div>
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-3xl font-bold wrap-anywhere">
              {member.name}, {member.age}
            </h1>
            <FictionalLabel member={member} hasWarning />
            <div className="mt-2 flex flex-wrap gap-2">
              {member.isOnline && <Badge tone="success">{t('online')}</Badge>}
              {member.isMatch && <Badge tone="new">{t('isMatch')}</Badge>}
            </div>
          </div>
          {user && !isOwn && <BlockMenu member={member} />}
        </div>
        {!isOwn && !member.isBlocked && <Actions member={member} isLoggedIn={user !== null} />}
        <div className="flex min-w-0 flex-col gap-6 md:col-start-2">
          <PhotoLockCard member={member} />
          <ProfileDetails member={member} ownInterests={own && !isOwn ? own.interests : []} />
        </div>
        <div className="md:col-span-2">
          {user && !isOwn && (
            <SimilarMembers profileId={member.id} renderAction={(similar) => <LikeHeart member={similar} />} />
          )}
        </div>
      </div>
    </>
  )
}

/** Like and message. On a phone they come last and stay visible above the bottom bar. */
function Actions({ member, isLoggedIn }: { member: MemberProfile; isLoggedIn: boolean }) {
  const t = useTranslations('profiles')
  if (!isLoggedIn) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-text-muted">{t('loginToLike', { name: member.name })}</p>
        <Button render={<Link to={href('/login')} />}>{t('lock.loginLink')}</Button>
      </div>
    )
  }
  return (
    <div className="sticky bottom-[calc(--spacing(14)+1px+env(safe-area-inset-bottom))] z-20 order-last -mx-4 flex gap-3 border-t border-line bg-surface/95 px-4 py-2.5 backdrop-blur-md md:static md:order-none md:mx-0 md:border-0 md:bg-transparent md:p-0">
      <LikeButton member={member} />
      <Button
        variant="outline"
        icon={<MessageCircle />}
        className="flex-1"
        render={<Link to={href('/members/:id/chat', { id: member.id })} prefetch="intent" />}
      >
        {t('message')}
      </Button>
    </div>
  )
}

/** Clears the new-like flag of a profile when it is opened (PRO-14). */
function useMarkLikeSeen(profileId: string) {
  const queryClient = useQueryClient()
  const isNew = useQuery({ ...likesQuery(), enabled: useUser() !== null }).data?.liked_by.some(
    ({ id, like_new }) => id === profileId && like_new,
  )
  const { mutate } = useMutation({
    mutationFn: (seenId: string) => call(markLikeSeen, { params: { profileId: seenId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: likesQuery().queryKey }),
  })
  useEffect(() => {
    if (isNew) mutate(profileId)
  }, [profileId, isNew, mutate])
}
