import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { earlierOf } from '#web/i18n/earlier-of.ts'
import { useNow } from '#web/i18n/now.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MemberTiles } from '#web/features/profiles/tiles/member-tiles.tsx'
import { visitorPagesQuery } from './visitor-queries.ts'

/** The members who opened the viewer's profile, latest first (PRO-23). */
export function VisitorList() {
  const t = useTranslations('visitors')
  const format = useFormatter()
  const now = useNow()
  const query = useSuspenseInfiniteQuery(visitorPagesQuery())
  const visitors = query.data.pages.flatMap((page) => page.results)
  if (visitors.length === 0) return <NoVisitors />
  return (
    <>
      <MemberTiles
        members={visitors}
        urgentCount={4}
        hearts={null}
        badgeOf={({ isNew }) => isNew && <Badge tone="new">{t('new')}</Badge>}
        noteOf={({ visitedAt }) =>
          t('visited', { when: format.relativeTime(earlierOf(new Date(visitedAt), now), now) })
        }
      />
      <NextPage query={query} label={t('more')} className="mt-8" />
    </>
  )
}

function NoVisitors() {
  const t = useTranslations('visitors.empty')
  return (
    <EmptyState
      icon={<Eye />}
      title={t('title')}
      actions={<Button render={<Link to={href('/profile')} prefetch="intent" />}>{t('action')}</Button>}
    >
      {t('text')}
    </EmptyState>
  )
}
