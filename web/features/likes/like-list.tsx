import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MessageCircle from 'lucide-react/icons/message-circle'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { LIKES_PAGE_SIZE } from '#contract/limits.ts'
import type { LikeList as ListType } from '#contract/likes/schemas.ts'
import { useUser, useViewerGender } from '#web/features/accounts/use-user.ts'
import { MemberTiles } from '#web/features/profiles/tiles/member-tiles.tsx'
import { useReason } from '#web/features/search/use-reason.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Link } from '#web/api/link.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { likedMembers, newMembers } from './liked-members.ts'
import { likeListPagesQuery, likesQuery } from './queries.ts'
import { startConversation } from './start-conversation.ts'
import { useHearts } from './use-likes.ts'
import { useSeeLikes } from './use-see-likes.ts'

/** A list with fewer has space for the next step below it. */
const FEW_LIKES = 8

/** One tab of the likes page. */
export function LikeList({ type }: { type: ListType }) {
  const t = useTranslations('likes')
  const user = useUser()
  const query = useSuspenseInfiniteQuery(likeListPagesQuery(type))
  const members = likedMembers(query.data.pages)
  const reasonOf = useReason()
  const hearts = useHearts({ likesMe: type === 'received' })
  // A page has at most as many members as one call may name; the next page is seen after it was asked for.
  const newOnes = newMembers(members, useQueryClient().getQueryData(likesQuery().queryKey))
  const seen = useSeeLikes(newOnes.slice(-LIKES_PAGE_SIZE).map(({ id }) => id))
  if (members.length === 0) return <NoLikes type={type} />
  return (
    <>
      {type === 'received' && !user?.paid_user && <p className="-mt-2 mb-4 text-text-muted">{t('free')}</p>}
      <MemberTiles
        members={members}
        urgentCount={4}
        hearts={hearts}
        reasonOf={(member) => reasonOf({ ...member, isNew: member.isNewMember })}
        noteOf={({ id, name }) => type === 'matches' && <WriteLink id={id} name={name} />}
        badgeOf={(member) => (newOnes.includes(member) || seen.has(member.id)) && <Badge tone="new">{t('new')}</Badge>}
      />
      <NextPage query={query} label={t('more')} className="mt-8" />
      {members.length < FEW_LIKES && !query.hasNextPage && <FewLikes type={type === 'received' ? 'sent' : type} />}
    </>
  )
}

function NoLikes({ type }: { type: ListType }) {
  const t = useTranslations('likes.empty')
  const viewerGender = useViewerGender()
  return (
    <EmptyState
      icon={<HeartHandshake />}
      title={t(`${type}.title`, { viewerGender })}
      actions={<Button render={<Link to={nextPageOf(type)} prefetch="intent" />}>{t(`${type}.action`)}</Button>}
    >
      {t(`${type}.text`)}
    </EmptyState>
  )
}

/** What brings more of them, below a list of a few. */
function FewLikes({ type }: { type: ListType }) {
  const t = useTranslations('likes.empty')
  return (
    <div className="mt-8 flex flex-col items-center gap-3 rounded-lg bg-accent-soft p-6 text-center">
      <p className="text-pretty text-text-muted">{t(`${type}.text`)}</p>
      <Button variant="outline" render={<Link to={nextPageOf(type)} prefetch="intent" />}>
        {t(`${type}.action`)}
      </Button>
    </div>
  )
}

const nextPageOf = (type: ListType) => (type === 'received' ? href('/profile') : href('/members'))

/** The next step with a match, in one press. */
function WriteLink({ id, name }: { id: string; name: string }) {
  const t = useTranslations('likes.match')
  return (
    <Button
      size="sm"
      variant="secondary"
      isWide
      icon={<MessageCircle />}
      className="wrap-anywhere"
      onClick={() => startConversation(id)}
      render={<Link to={href('/members/:id/chat', { id })} prefetch="intent" />}
    >
      {t('write', { name })}
    </Button>
  )
}
