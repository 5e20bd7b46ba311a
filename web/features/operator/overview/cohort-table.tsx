import { OPERATOR_COHORT_WEEKS } from '#contract/limits.ts'
import type { Cohort } from '#contract/operator/overview/schemas.ts'
import { Count, Day } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

type Measure = 'active' | 'buyers'

const weekNumbers = Array.from({ length: OPERATOR_COHORT_WEEKS }, (_, index) => index)

function columnsOf(count: Measure): Columns<Cohort> {
  const shares = weekNumbers.map((number) => [
    // With a sign: keys that are numbers would come before the others.
    `+${number}`,
    ({ weeks, members }: Cohort) => <Share value={weeks[number]?.[count]} members={members} />,
  ])
  return {
    week: ({ week }) => <Day day={week} />,
    members: ({ members }) => <Count value={members} />,
    ...Object.fromEntries(shares),
  }
}

const columns = { active: columnsOf('active'), buyers: columnsOf('buyers') }

/** Of those who signed up in a week, how many were active or paid in the weeks since. */
export function CohortTable({ cohorts, count }: { cohorts: readonly Cohort[]; count: Measure }) {
  const t = useTranslations('operator-overview.cohorts')
  return (
    <DataList
      label={t(count)}
      columns={columns[count]}
      heading={(name) => (name === 'week' || name === 'members' ? t(name) : t('after', { number: Number(name) }))}
      rows={cohorts}
      rowId={({ week }) => week}
      empty={t('none')}
    />
  )
}

/** The more, the stronger the colour; the number is there as well. */
function Share({ value, members }: { value: number | null | undefined; members: number }) {
  const t = useTranslations('operator-overview.numbers')
  const format = useFormatter()
  // No one signed up in that week.
  if (value === undefined || members === 0) return null
  if (value === null) return <span className="text-text-muted">{t('unknown')}</span>
  const share = Math.min(1, value / members)
  return (
    <span
      className="block rounded-sm px-1.5 py-0.5 whitespace-nowrap tabular-nums"
      style={{ background: `color-mix(in srgb, var(--color-accent) ${Math.round(share * 40)}%, transparent)` }}
    >
      {format.number(value)}{' '}
      <span className="text-xs">{format.number(share, { style: 'percent', maximumFractionDigits: 0 })}</span>
    </span>
  )
}
