import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { AuditFilterBar } from '#web/features/operator/audit/audit-filters.tsx'
import { AuditTable } from '#web/features/operator/audit/audit-table.tsx'
import { ChainCheck } from '#web/features/operator/audit/chain-check.tsx'
import { auditQuery } from '#web/features/operator/audit/queries.ts'
import { operatorsQuery } from '#web/features/operator/team/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/audit'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(auditQuery(new URL(request.url).searchParams)), query(operatorsQuery())])
})
export const loader = load
export const clientLoader = load

/** What operators did and looked at (OPER-6). */
export default function AuditPage() {
  const t = useTranslations('operator-acts')
  const [search] = useSearchParams()
  const { entries, next } = useLoaded(auditQuery(search))
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <AuditFilterBar />
      <AuditTable entries={entries} />
      <ListPages next={next} />
      <ChainCheck />
    </>
  )
}
