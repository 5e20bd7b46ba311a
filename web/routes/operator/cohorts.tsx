import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { Chart, shortDay } from '#web/features/operator/overview/chart.tsx'
import { CohortTable } from '#web/features/operator/overview/cohort-table.tsx'
import { OverviewTabs } from '#web/features/operator/overview/overview-tabs.tsx'
import { PeriodBar } from '#web/features/operator/overview/period-bar.tsx'
import { numbersQuery, cohortsQuery } from '#web/features/operator/overview/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/cohorts'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const { searchParams } = new URL(request.url)
  // The numbers of the days name the sites.
  await Promise.all([query(cohortsQuery(searchParams)), query(numbersQuery(new URLSearchParams()))])
})
export const loader = load
export const clientLoader = load

/** Weeks of sign-ups, followed week by week (OPER-16). */
export default function CohortsPage() {
  const t = useTranslations('operator-overview')
  const format = useFormatter()
  const [search] = useSearchParams()
  const numbers = useLoaded(numbersQuery(new URLSearchParams()))
  const { cohorts } = useLoaded(cohortsQuery(search))
  const labelled = cohorts.toReversed().map(({ week, members }) => ({
    label: shortDay(format, week),
    members,
  }))
  return (
    <>
      <ConsoleTitle title={t('tabs.cohorts')} />
      <OverviewTabs />
      <PeriodBar sites={numbers.sites} hasDays={false} />
      <p className="text-sm text-text-muted">{t('cohorts.note')}</p>
      {labelled.length > 0 && (
        <Chart
          title={t('cohorts.chart')}
          days={labelled}
          series={[{ key: 'members', name: t('cohorts.members') }]}
          formatValue={(value) => format.number(value)}
        />
      )}
      {(['active', 'buyers'] as const).map((count) => (
        <Section key={count} title={t(`cohorts.${count}`)}>
          <CohortTable cohorts={cohorts} count={count} />
        </Section>
      ))}
    </>
  )
}
