import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { Link } from '#web/api/link.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { DecisionTable, KindTable } from '#web/features/operator/cases/number-tables.tsx'
import { caseNumbersQuery } from '#web/features/operator/cases/queries.ts'
import { TransparencyDownload } from '#web/features/operator/cases/statement-download.tsx'
import { Chart, shortDay } from '#web/features/operator/overview/chart.tsx'
import { PeriodBar } from '#web/features/operator/overview/period-bar.tsx'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/case-numbers'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await query(caseNumbersQuery(new URL(request.url).searchParams))
})
export const loader = load
export const clientLoader = load

/** How many cases came and were decided, how soon and how (OPER-30). */
export default function CaseNumbersPage() {
  const t = useTranslations('operator-cases')
  const format = useFormatter()
  const [search] = useSearchParams()
  const { days, kinds, decisions } = useLoaded(caseNumbersQuery(search))
  return (
    <>
      <ConsoleTitle title={t('numbers.title')} />
      <Link to="/operator/cases" className="target text-sm font-semibold text-accent-text underline">
        {t('case.back')}
      </Link>
      <PeriodBar />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Chart
          title={t('numbers.chart')}
          days={days.map(({ day, ...counts }) => ({ label: shortDay(format, day), ...counts }))}
          series={(['opened', 'decided'] as const).map((key) => ({ key, name: t(`numbers.${key}`) }))}
          formatValue={(value) => format.number(value)}
        />
        <Section title={t('numbers.times')}>
          <KindTable kinds={kinds} />
        </Section>
      </div>
      <Section title={t('numbers.decisions')}>
        <DecisionTable decisions={decisions} />
      </Section>
      <TransparencyDownload />
    </>
  )
}
