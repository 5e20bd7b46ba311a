import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Gift from 'lucide-react/icons/gift'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { withSocket } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { likesQuery } from '#web/features/likes/queries.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { useSeeLikes } from '#web/features/likes/use-see-likes.ts'
import { BlockMenu, BlockedNotice } from '#web/features/moderation/block-menu.tsx'
import { PhotoViewerDialog } from '#web/features/profiles/photos/photo-viewer.tsx'
import { ProfileDetails } from '#web/features/profiles/profile-details.tsx'
import { AnswerCard } from '#web/features/profiles/story/answer-card.tsx'
import { HeroPhoto } from '#web/features/profiles/story/hero-photo.tsx'
import { useOpenChat } from '#web/features/profiles/story/open-chat.ts'
import { ProfileName } from '#web/features/profiles/story/profile-name.tsx'
import { ProfileStory, ReplyToPhoto } from '#web/features/profiles/story/profile-story.tsx'
import { SharedThings } from '#web/features/profiles/story/shared-things.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { SimilarForVisitor, similarForVisitorQuery, SimilarMembers } from '#web/features/search/similar-members.tsx'
import { useRecordVisit } from '#web/features/profiles/visits/use-record-visit.ts'
import { VisitorActions, VisitorInvitation } from '#web/features/profiles/visits/visitor-actions.tsx'
import { SignupDialog } from '#web/features/signup/signup-dialog.tsx'
import { ProfileDiscovery } from '#web/shell/discovery.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { RoundButton } from '#web/ui/elements/round-button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { Link } from '#web/api/link.tsx'
import type { Route } from './+types/member'

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  const [{ user }, { member }] = await Promise.all([query(userQuery()), query(memberQuery(params.id))])
  // What the two have in common comes first. The page is complete without it, and without similar members.
  await (user ? query(ownProfileQuery()) : query(similarForVisitorQuery(member))).catch(() => null)
})
export const loader = load
export const clientLoader = load
export const handle: PageLayout = { hidesBars: true }

/** The profile of a member. `/likes/m/{id}` shows the same page. */
export default function Member({ params }: Route.ComponentProps) {
  const { member } = useSuspenseQuery(memberQuery(params.id)).data
  const user = useUser()
  const own = useQuery({ ...ownProfileQuery(), enabled: user !== null }).data?.profile
  const memberT = useTranslations('profiles-member')
  const isOwn = user?.profile.id === member.id
  const canReply = user !== null && !isOwn && !member.isBlocked
  const [firstPhoto] = member.photos
  const [firstAnswer] = member.answers
  const [enlarged, setEnlarged] = useState({ start: 0, isOpen: false })
  const enlarge = (start: number) => setEnlarged({ start, isOpen: true })
  const hearts = useHearts()
  // The button that unblocks disappears.
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(member.isBlocked ? 1 : 0)
  useRecordVisit(member.id, { isEnabled: user !== null && !isOwn && !member.isBlocked })
  // Opening a profile shows the like of its member (LIKE-3).
  const isNew = useQuery({ ...likesQuery(), ...withSocket }).data?.liked_by.some(
    ({ id, like_new }) => id === member.id && like_new,
  )
  useSeeLikes(isNew ? [member.id] : [])

  return (
    <>
      <PageTitle title={`${member.name}, ${member.age}`} isPrivate />
      {import.meta.env.SSR && !user && <ProfileDiscovery member={member} />}
      {/* On a phone bars cover both ends of the page: what has the focus scrolls between them. */}
      <div
        className={cx(
          'flex flex-col gap-6 max-md:[&_*]:scroll-mt-20 max-md:[&_*]:scroll-mb-24 md:grid md:grid-rows-[auto_auto_1fr] md:gap-x-10',
          // Visitors see less than a large photo would need beside it.
          user ? 'md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]' : 'md:grid-cols-[minmax(0,26rem)_minmax(20rem,1fr)]',
        )}
      >
        {/* Behind these buttons once the photo, which lies above it, has scrolled away. */}
        {user && (
          <div aria-hidden className="sticky top-0 z-1 -mx-4 -mb-6 h-0 md:hidden">
            <div className="bg-surface/95 pt-safe backdrop-blur-md">
              <div className="h-16" />
            </div>
          </div>
        )}
        {user && (
          // On a phone they stay at the upper edge; on a wide screen they are beside the name.
          <div className="pointer-events-none sticky top-[calc(--spacing(6)+env(safe-area-inset-top))] z-20 -mx-1 -mb-6 flex h-0 -translate-y-3 justify-between *:pointer-events-auto md:static md:z-1 md:col-start-2 md:row-start-1 md:m-0 md:h-auto md:translate-y-0 md:self-start md:justify-self-end">
            <BackOnPhone />
            {!isOwn && <BlockMenu member={member} />}
          </div>
        )}
        {/* On a phone the photo fills the width. */}
        <div className="relative z-2 max-md:-mx-4 max-md:-mt-6 md:col-start-1 md:row-span-3 md:row-start-1">
          <HeroPhoto
            member={member}
            action={firstPhoto && <ReplyToPhoto photo={firstPhoto} index={0} replyTo={canReply ? member.id : null} />}
            onEnlarge={() => enlarge(0)}
          />
          {!user && <BackOnPhone className="absolute start-3 top-3" />}
          <PhotoViewerDialog
            key={`${member.id} ${enlarged.start}`}
            member={member}
            start={enlarged.start}
            open={enlarged.isOpen}
            onOpenChange={(isOpen) => setEnlarged({ ...enlarged, isOpen })}
            canReport={user !== null && !isOwn}
          />
        </div>
        <ProfileName member={member} ref={heading} className="md:col-start-2 md:row-start-1 md:pe-24" />
        {!isOwn && !member.isBlocked && <Actions member={member} isLoggedIn={user !== null} />}
        <div className="flex min-w-0 flex-col gap-6 md:col-start-2">
          {member.isBlocked && <BlockedNotice member={member} />}
          {member.isReserved && user && (
            <Alert>{memberT('reserved', { name: member.name, gender: member.gender })}</Alert>
          )}
          {own && !isOwn && <SharedThings member={member} own={own} />}
          {firstAnswer && <AnswerCard answer={firstAnswer} replyTo={canReply ? member.id : null} />}
          {!member.about && !firstAnswer && !member.isReserved && canReply && (
            <p className="text-text-muted">{memberT('story.empty', { name: member.name })}</p>
          )}
          {/* Of a visitor's details only the place remains, which on a phone is on a photo that is open. */}
          <div className={cx(!user && firstPhoto?.isLocked === false && 'max-md:sr-only')}>
            <ProfileDetails member={member} ownInterests={own && !isOwn ? own.interests : []} />
          </div>
          {!user && <Invitation member={member} />}
        </div>
        <div className="flex flex-col gap-6 md:col-span-2 md:mt-4 md:gap-10">
          <ProfileStory member={member} canReply={canReply} onEnlarge={enlarge} />
          {!user && <SimilarForVisitor member={member} />}
          {user && !isOwn && <SimilarMembers profileId={member.id} hearts={hearts} home={own} />}
        </div>
      </div>
    </>
  )
}

/** Leads back to where the viewer came from, on a phone, where members have no bars. */
function BackOnPhone({ className }: { className?: string }) {
  const t = useTranslations('common')
  const navigate = useNavigate()
  // The first page of a visit has this key: there is nothing of the site to go back to.
  const isFirst = useLocation().key === 'default'
  return (
    <IconButton
      label={t('back')}
      variant="shade"
      className={cx('md:hidden', className)}
      render={
        <Link
          to={href('/members')}
          onClick={(event) => {
            if (isFirst) return
            event.preventDefault()
            void navigate(-1)
          }}
        />
      }
    >
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  )
}

const actionsVariants =
  'sticky bottom-0 z-20 order-last -mx-4 -mb-6 flex justify-evenly border-t border-line bg-surface/95 px-4 pt-2 pb-[calc(--spacing(2)+env(safe-area-inset-bottom))] backdrop-blur-md md:static md:order-none md:m-0 md:justify-start md:gap-6 md:border-0 md:bg-transparent md:p-0'

/** Like, message and gift. On a phone they come last and stay visible at the bottom. */
function Actions({ member, isLoggedIn }: { member: MemberProfile; isLoggedIn: boolean }) {
  if (!isLoggedIn) {
    return (
      <div className={actionsVariants}>
        <VisitorEntry member={member} />
      </div>
    )
  }
  return (
    <div className={actionsVariants}>
      <LikeButton isRound member={member} />
      <ChatLinks member={member} />
    </div>
  )
}

function ChatLinks({ member: { id, name } }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  const giftT = useTranslations('chat-list.gift')
  const chat = href('/members/:id/chat', { id })
  const openChat = useOpenChat(chat)
  const openGifts = useOpenChat(`${chat}?gift`)
  return (
    <>
      <RoundButton
        icon={<MessageCircle aria-hidden />}
        render={<Link to={chat} prefetch="intent" onClick={openChat} />}
      >
        {t('message')}
      </RoundButton>
      <RoundButton
        icon={<Gift aria-hidden />}
        aria-label={giftT('send', { name })}
        render={<Link to={`${chat}?gift`} prefetch="intent" onClick={openGifts} />}
      >
        {giftT('short')}
      </RoundButton>
    </>
  )
}

/** What a visitor needs to like and to write: an account. The sign-up opens over the profile. */
function VisitorEntry({ member }: { member: MemberProfile }) {
  const [isSigningUp, setIsSigningUp] = useState(false)
  return (
    <>
      <VisitorActions member={member} onSignUp={() => setIsSigningUp(true)} />
      <SignupDialog open={isSigningUp} onOpenChange={setIsSigningUp} target={member} />
    </>
  )
}

/** The same below the profile. */
function Invitation({ member }: { member: MemberProfile }) {
  const [isSigningUp, setIsSigningUp] = useState(false)
  return (
    <>
      <VisitorInvitation member={member} onSignUp={() => setIsSigningUp(true)} />
      <SignupDialog open={isSigningUp} onOpenChange={setIsSigningUp} target={member} />
    </>
  )
}
