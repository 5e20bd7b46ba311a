import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { CampaignTable } from '#web/features/operator/overview/campaign-table.tsx'
import { Chart } from '#web/features/operator/overview/chart.tsx'
import { OverviewTabs } from '#web/features/operator/overview/overview-tabs.tsx'
import { PeriodBar } from '#web/features/operator/overview/period-bar.tsx'
import { numbersQuery, sourcesQuery } from '#web/features/operator/overview/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/campaigns'

/** Bars that a chart has room for. */
const CHARTED = 12

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const { searchParams } = new URL(request.url)
  // The numbers of the days name the sites.
  await Promise.all([query(sourcesQuery(searchParams)), query(numbersQuery(new URLSearchParams()))])
})
export const loader = load
export const clientLoader = load

/** Sign-ups, first orders and revenue by campaign (OPER-16). */
export default function CampaignsPage() {
  const t = useTranslations('operator-overview')
  const format = useFormatter()
  const [search] = useSearchParams()
  const numbers = useLoaded(numbersQuery(new URLSearchParams()))
  const { sources } = useLoaded(sourcesQuery(search))
  const top = sources.slice(0, CHARTED).map(({ network, subId, ...counts }) => ({
    ...counts,
    money: '',
    label: [network, subId].filter(Boolean).join(' / ') || t('numbers.unknown'),
  }))
  return (
    <>
      <ConsoleTitle title={t('tabs.campaigns')} />
      <OverviewTabs />
      <PeriodBar sites={numbers.sites} />
      <p className="text-sm text-text-muted">{t('campaigns.note')}</p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {top.length > 0 && (
          <Chart
            title={t('campaigns.chart')}
            days={top}
            series={(['signups', 'firstOrders'] as const).map((key) => ({ key, name: t(`series.${key}`) }))}
            formatValue={(value) => format.number(value)}
          />
        )}
        <CampaignTable sources={sources} />
      </div>
    </>
  )
}
