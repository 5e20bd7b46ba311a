import type { DayMoney, DayNumbers, Numbers } from '#contract/operator/overview/schemas.ts'
import { Day } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'

type Row = DayNumbers & { money: DayMoney[] }

const columns = {
  day: Day,
  signups: ({ signups }) => <Count value={signups} />,
  confirmed: ({ confirmed }) => <Count value={confirmed} />,
  active: ({ active }) => <Count value={active} />,
  likes: ({ likes }) => <Count value={likes} />,
  matches: ({ matches }) => <Count value={matches} />,
  conversations: ({ conversations }) => <Count value={conversations} />,
  answered: ({ answered }) => <Count value={answered} />,
  messages: ({ messages }) => <Count value={messages} />,
  orders: ({ orders }) => <Count value={orders} />,
  firstOrders: ({ firstOrders }) => <Count value={firstOrders} />,
  revenue: ({ money }) => <Amounts money={money} of="revenueMinor" />,
  refunded: ({ money }) => <Amounts money={money} of="refundedMinor" />,
  chargedBack: ({ money }) => <Amounts money={money} of="chargedBackMinor" />,
} satisfies Columns<Row>

/** The numbers of the charts, the newest day first. */
export function NumbersTable({ numbers: { days, money } }: { numbers: Numbers }) {
  const t = useTranslations('operator-overview.numbers')
  const seriesT = useTranslations('operator-overview.series')
  const rows = days.map((day) => ({ ...day, money: money.filter((each) => each.day === day.day) })).toReversed()
  return (
    <DataList
      label={t('table')}
      columns={columns}
      heading={seriesT}
      rows={rows}
      rowId={({ day }) => day}
      empty={t('none')}
    />
  )
}

function Count({ value }: { value: number | null }) {
  const t = useTranslations('operator-overview.numbers')
  const format = useFormatter()
  return <span className="tabular-nums">{value === null ? t('unknown') : format.number(value)}</span>
}

/** One amount for each currency. */
function Amounts({ money, of }: { money: DayMoney[]; of: 'revenueMinor' | 'refundedMinor' | 'chargedBackMinor' }) {
  const write = useMoney()
  return money.map(({ currency, [of]: amountMinor }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {write({ amountMinor, currency })}
    </span>
  ))
}
