import { noop, useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import Scale from 'lucide-react/icons/scale'
import { href } from 'react-router'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { blockPagesQuery, reportPagesQuery } from '#web/features/moderation/queries.ts'
import { OwnReports } from '#web/features/moderation/safety/own-reports.tsx'
import { SafetyTips } from '#web/features/moderation/safety/safety-tips.tsx'
import { ShareDate } from '#web/features/moderation/safety/share-date.tsx'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/safety'

const load = loading(async ({ query, context }: Loading<Route.LoaderArgs>) => {
  const client = context.get(queryClientContext)
  await Promise.all([
    client.infiniteQuery({ ...blockPagesQuery(), staleTime: 'static' }),
    client.infiniteQuery(reportPagesQuery()),
    // The form is complete without the names.
    query(chatsQuery()).catch(noop),
  ])
})
export const loader = load
export const clientLoader = load

/** What a member can do for their safety, in one place (MOD-33). */
export default function SafetySettings() {
  const chats = useQuery(chatsQuery()).data?.chats ?? []
  return (
    <div className="flex flex-col gap-6">
      <SafetyTips />
      <BlocksAndDecisions />
      <OwnReports />
      <ShareDate names={[...new Set(chats.map(({ profile }) => profile.name))]} />
    </div>
  )
}

function BlocksAndDecisions() {
  const t = useTranslations('settings')
  const { pages } = useSuspenseInfiniteQuery(blockPagesQuery()).data
  const count = pages.reduce((sum, { profiles }) => sum + profiles.length, 0)
  return (
    <Rows>
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
