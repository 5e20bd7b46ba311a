import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { MINUTE } from '#contract/time.ts'
import { elapsedFrom } from '#web/i18n/elapsed-from.ts'
import { useNow } from '#web/i18n/now.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MemberTiles, type Hearts } from '#web/features/profiles/tiles/member-tiles.tsx'
import { visitorPagesQuery } from './visitor-queries.ts'

/** A list with fewer has space for the next step below it. */
const FEW_VISITORS = 8

/** The members who opened the viewer's profile, latest first (PRO-23). */
export function VisitorList({ hearts }: { hearts: Hearts }) {
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
        hearts={hearts}
        badgeOf={({ isNew }) => isNew && <Badge tone="new">{t('new')}</Badge>}
        noteOf={({ visitedAt }) =>
          // The page's clock ticks once a minute: seconds would be wrong soon.
          t('visited', {
            when: format.relativeTime(elapsedFrom(new Date(visitedAt), new Date(now.getTime() - MINUTE)), now),
          })
        }
      />
      <NextPage query={query} label={t('more')} className="mt-8" />
      {visitors.length < FEW_VISITORS && !query.hasNextPage && <FewVisitors />}
    </>
  )
}

/** What brings more of them. */
function FewVisitors() {
  const t = useTranslations('visitors.empty')
  return (
    <div className="mx-auto mt-10 flex max-w-form flex-col items-center gap-3 text-center">
      <p className="text-pretty text-text-muted">{t('tip')}</p>
      <Button variant="outline" render={<Link to={href('/profile')} prefetch="intent" />}>
        {t('action')}
      </Button>
    </div>
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
      {t('tip')}
    </EmptyState>
  )
}
