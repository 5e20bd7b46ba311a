import type { Numbers } from '#contract/operator/overview/schemas.ts'
import { majorUnits } from '#contract/payments/money.ts'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Chart, shortDay } from './chart.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { PeriodBar } from './period-bar.tsx'

/** What members did on each day: charts, and the table of the same numbers. */
export function NumbersView({ numbers }: { numbers: Numbers }) {
  const t = useTranslations('operator-overview.numbers')
  const format = useFormatter()
  const { countedAt } = numbers
  return (
    <Section title={t('title')}>
      <PeriodBar sites={numbers.sites} />
      <p className="text-sm text-text-muted">
        {countedAt === null
          ? t('notCounted')
          : t('countedAt', { at: format.dateTime(new Date(countedAt), { dateStyle: 'medium', timeStyle: 'short' }) })}
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Charts numbers={numbers} />
        <NumbersTable numbers={numbers} />
      </div>
    </Section>
  )
}

const charts = [
  { name: 'signups', keys: ['signups', 'confirmed'] },
  { name: 'active', keys: ['active'] },
  { name: 'likes', keys: ['likes', 'matches'] },
  { name: 'conversations', keys: ['conversations', 'answered'] },
  { name: 'messages', keys: ['messages'] },
  { name: 'orders', keys: ['orders', 'firstOrders'] },
] as const

function Charts({ numbers: { days, money } }: { numbers: Numbers }) {
  const t = useTranslations('operator-overview')
  const format = useFormatter()
  const write = useMoney()
  const labelled = days.map((day) => ({ ...day, label: shortDay(format, day.day) }))
  const currencies = [...new Set(money.map(({ currency }) => currency))]
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-1">
      {charts.map(({ name, keys }) => (
        <Chart
          key={name}
          title={t(`charts.${name}`)}
          days={labelled}
          series={keys.map((key) => ({ key, name: t(`series.${key}`) }))}
          formatValue={(value) => format.number(value)}
        />
      ))}
      {currencies.map((currency) => (
        <Chart
          key={currency}
          title={t('charts.revenue', { currency })}
          days={days.map(({ day }) => {
            const sums = money.find((each) => each.day === day && each.currency === currency)
            return {
              label: shortDay(format, day),
              revenue: sums?.revenueMinor ?? 0,
              returned: (sums?.refundedMinor ?? 0) + (sums?.chargedBackMinor ?? 0),
            }
          })}
          series={(['revenue', 'returned'] as const).map((key) => ({ key, name: t(`series.${key}`) }))}
          formatValue={(amountMinor) =>
            majorUnits({ amountMinor, currency }) >= 1000
              ? format.number(majorUnits({ amountMinor, currency }), { notation: 'compact' })
              : write({ amountMinor, currency })
          }
        />
      ))}
    </div>
  )
}
