import type { DayMoney, DayNumbers, Numbers } from '#contract/operator/overview/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'

type Row = DayNumbers & { money: DayMoney[] }

const counts = [
  'signups',
  'confirmed',
  'active',
  'likes',
  'matches',
  'conversations',
  'answered',
  'messages',
  'orders',
  'firstOrders',
] as const
const amounts = { revenue: 'revenueMinor', refunded: 'refundedMinor', chargedBack: 'chargedBackMinor' } as const
const amountNames = ['revenue', 'refunded', 'chargedBack'] as const
type Name = (typeof counts)[number] | keyof typeof amounts | 'day'

const columns: Column<Row>[] = [
  { id: 'day', header: () => <Heading name="day" />, cell: ({ row }) => <Day {...row.original} /> },
  ...counts.map((name): Column<Row> => ({
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Count value={row.original[name]} />,
  })),
  ...amountNames.map((name): Column<Row> => ({
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Amounts money={row.original.money} of={amounts[name]} />,
  })),
]

/** The numbers of the charts, the newest day first. */
export function NumbersTable({ numbers: { days, money } }: { numbers: Numbers }) {
  const t = useTranslations('operator-overview.numbers')
  const rows = days.map((day) => ({ ...day, money: money.filter((each) => each.day === day.day) })).toReversed()
  return <DataList label={t('table')} columns={columns} rows={rows} rowId={({ day }) => day} empty={t('none')} />
}

function Heading({ name }: { name: Name }) {
  const t = useTranslations('operator-overview.series')
  return t(name)
}

function Day({ day }: Row) {
  const format = useFormatter()
  const text = format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  return <span className="whitespace-nowrap">{text}</span>
}

function Count({ value }: { value: number | null }) {
  const t = useTranslations('operator-overview.numbers')
  const format = useFormatter()
  return <span className="tabular-nums">{value === null ? t('unknown') : format.number(value)}</span>
}

/** One amount for each currency. */
function Amounts({ money, of }: { money: DayMoney[]; of: (typeof amounts)[keyof typeof amounts] }) {
  const write = useMoney()
  return money.map(({ currency, [of]: amountMinor }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {write({ amountMinor, currency })}
    </span>
  ))
}
