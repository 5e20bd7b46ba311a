import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import Scale from 'lucide-react/icons/scale'
import { href } from 'react-router'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { blockPagesQuery, reportPagesQuery } from '#web/features/moderation/queries.ts'
import { OwnReports } from '#web/features/moderation/safety/own-reports.tsx'
import { SafetyTips } from '#web/features/moderation/safety/safety-tips.tsx'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/safety'

const load = loading(async ({ context }: Loading<Route.LoaderArgs>) => {
  const client = context.get(queryClientContext)
  await Promise.all([
    client.infiniteQuery({ ...blockPagesQuery(), staleTime: 'static', networkMode: 'always' }),
    client.infiniteQuery({ ...reportPagesQuery(), networkMode: 'always' }),
  ])
})
export const loader = load
export const clientLoader = load

/** What a member can do for their safety, in one place (MOD-33). */
export default function SafetySettings() {
  return (
    <div className="flex flex-col gap-6">
      <SafetyTips />
      <SafetyRows />
      <OwnReports />
    </div>
  )
}

function SafetyRows() {
  const t = useTranslations('settings')
  const dateT = useTranslations('safety.date')
  const { pages } = useSuspenseInfiniteQuery(blockPagesQuery()).data
  const count = pages.reduce((sum, { profiles }) => sum + profiles.length, 0)
  return (
    <Rows>
      <RowLink
        to={href('/notifications/:section', { section: 'share-date' })}
        icon={<CalendarHeart aria-hidden />}
        label={dateT('title')}
      />
      <RowLink
        to={href('/notifications/:section', { section: 'blocked' })}
        icon={<Ban aria-hidden />}
        label={t('sections.blocked')}
        value={pages.at(-1)?.next ? `${count}+` : count}
      />
      <RowLink to={href('/decisions')} icon={<Scale aria-hidden />} label={t('decisions')} />
    </Rows>
  )
}
