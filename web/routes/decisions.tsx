import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { DecisionList } from '#web/features/moderation/decision-list.tsx'
import { decisionsQuery } from '#web/features/moderation/decision-queries.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/decisions'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(decisionsQuery())
})
export const loader = load
export const clientLoader = load

/** The measures against the member (MOD-22). */
export default function Decisions() {
  const t = useTranslations('decisions')
  return (
    <>
      <PageTitle title={t('listTitle')} isPrivate />
      <h1 className="bar-title mb-6 text-2xl font-bold">{t('listTitle')}</h1>
      <DecisionList />
    </>
  )
}
