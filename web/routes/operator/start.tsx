import { redirect, useSearchParams } from 'react-router'
import { mayUse } from '#contract/operator/permissions.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { areas } from '#web/features/operator/areas.ts'
import { HealthView } from '#web/features/operator/overview/health-view.tsx'
import { NumbersView } from '#web/features/operator/overview/numbers-view.tsx'
import { OverviewTabs } from '#web/features/operator/overview/overview-tabs.tsx'
import { healthQuery, numbersQuery } from '#web/features/operator/overview/queries.ts'
import { operatorQuery, useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/start'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const { operator } = await query(operatorQuery())
  const first = operator && areas.find(({ permission }) => mayUse(operator.role, permission))
  if (!operator || !first) return
  if (first.name !== 'overview') throw redirect(first.path)
  await Promise.all([
    query(numbersQuery(new URL(request.url).searchParams)),
    mayUse(operator.role, 'health.see') && query(healthQuery()),
  ])
})
export const loader = load
export const clientLoader = load

/** The overview for those who may see it; the others are led to the first area of their role. */
export default function StartPage() {
  const t = useTranslations('operator')
  const may = useMay()
  if (may('numbers.see')) return <Overview />
  return (
    <>
      <ConsoleTitle title={t('name')} />
      <p className="text-text-muted">{t('noArea')}</p>
    </>
  )
}

function Overview() {
  const t = useTranslations('operator-overview')
  const [search] = useSearchParams()
  const may = useMay()
  const numbers = useLoaded(numbersQuery(search))
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <OverviewTabs />
      {may('health.see') && <Health />}
      <NumbersView numbers={numbers} />
    </>
  )
}

function Health() {
  const health = useLoaded(healthQuery())
  return <HealthView health={health} />
}
