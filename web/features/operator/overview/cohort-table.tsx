import { OPERATOR_COHORT_WEEKS } from '#contract/limits.ts'
import type { Cohort } from '#contract/operator/overview/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

type Count = 'active' | 'buyers'

function columnsOf(count: Count): Column<Cohort>[] {
  return [
    { id: 'week', header: () => <Heading name="week" />, cell: ({ row }) => <Week {...row.original} /> },
    { id: 'members', header: () => <Heading name="members" />, cell: ({ row }) => <Members {...row.original} /> },
    ...Array.from({ length: OPERATOR_COHORT_WEEKS }, (_, index): Column<Cohort> => ({
      id: String(index),
      header: () => <WeekHeading number={index} />,
      cell: ({ row }) => <Share value={row.original.weeks[index]?.[count]} members={row.original.members} />,
    })),
  ]
}

const columns = { active: columnsOf('active'), buyers: columnsOf('buyers') }

/** Of those who signed up in a week, how many were active or paid in the weeks since. */
export function CohortTable({ cohorts, count }: { cohorts: readonly Cohort[]; count: Count }) {
  const t = useTranslations('operator-overview.cohorts')
  return (
    <DataList label={t(count)} columns={columns[count]} rows={cohorts} rowId={({ week }) => week} empty={t('none')} />
  )
}

function Heading({ name }: { name: 'week' | 'members' }) {
  const t = useTranslations('operator-overview.cohorts')
  return t(name)
}

function WeekHeading({ number }: { number: number }) {
  const t = useTranslations('operator-overview.cohorts')
  return t('after', { number })
}

function Week({ week }: Cohort) {
  const format = useFormatter()
  const text = format.dateTime(new Date(`${week}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  return <span className="whitespace-nowrap">{text}</span>
}

function Members({ members }: Cohort) {
  const format = useFormatter()
  return <span className="tabular-nums">{format.number(members)}</span>
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
