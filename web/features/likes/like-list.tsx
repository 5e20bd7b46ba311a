import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { LikeList as ListType } from '#contract/likes.ts'
import { MemberTile, tileGrid } from '#web/features/profiles/member-tile.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LikeHeart } from './like-button.tsx'
import { likedMembers } from './liked-members.ts'
import { likeListPagesQuery } from './queries.ts'

/** One tab of the likes page. */
export function LikeList({ type }: { type: ListType }) {
  const t = useTranslations('likes')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(likeListPagesQuery(type))
  const members = likedMembers(data.pages)
  if (members.length === 0) return <NoLikes type={type} />
  return (
    <>
      <ul className={tileGrid}>
        {members.map((member, index) => (
          <li key={member.id}>
            <MemberTile
              member={member}
              isUrgent={index < 4}
              badge={member.isNew && <Badge tone="new">{t('new')}</Badge>}
              action={<LikeHeart member={member} />}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-8 text-center">
          <Button variant="outline" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function NoLikes({ type }: { type: ListType }) {
  const t = useTranslations('likes.empty')
  return (
    <EmptyState
      icon={<HeartHandshake />}
      title={t(`${type}.title`)}
      actions={
        <Button render={<Link to={type === 'received' ? href('/profile') : href('/members')} prefetch="intent" />}>
          {t(`${type}.action`)}
        </Button>
      }
    >
      {t(`${type}.text`)}
    </EmptyState>
  )
}
