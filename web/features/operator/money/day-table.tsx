import type { DayRow, VatRow } from '#contract/operator/money/schemas.ts'
import { Country, Day } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Amount } from './order-table.tsx'

/** A column with an amount of a row. */
function money<Row extends { currency: string }>(amountOf: (row: Row) => number) {
  return (row: Row) => <Amount amountMinor={amountOf(row)} currency={row.currency} />
}

const dayColumns = {
  day: Day,
  site: ({ site }) => site,
  orders: ({ orders }) => orders,
  paid: money(({ paidMinor }) => paidMinor),
  refunded: money(({ refundedMinor }) => refundedMinor),
  chargedBack: money(({ chargedBackMinor }) => chargedBackMinor),
  net: money(({ paidMinor, refundedMinor, chargedBackMinor }) => paidMinor - refundedMinor - chargedBackMinor),
  credits: Credits,
} satisfies Columns<DayRow>

/** Sums of each day, compared with the ledger. */
export function DayTable({ days }: { days: readonly DayRow[] }) {
  const t = useTranslations('operator-money.books')
  const columnsT = useTranslations('operator-money.columns')
  return (
    <DataList
      label={t('days')}
      columns={dayColumns}
      heading={(name) => (name === 'site' ? columnsT(name) : t(name))}
      rows={days}
      rowId={({ day, site, currency }) => `${day} ${site} ${currency}`}
      empty={t('noDays')}
    />
  )
}

function Credits({ creditsSold: sold, creditsBooked: booked }: DayRow) {
  const t = useTranslations('operator-money.books')
  const format = useFormatter()
  if (sold === booked) return t('agree', { count: format.number(sold) })
  return <Badge tone="danger">{t('differ', { sold: format.number(sold), booked: format.number(booked) })}</Badge>
}

const vatColumns = {
  company: ({ company }) => company,
  country: Country,
  rate: Rate,
  sales: money(({ salesMinor }) => salesMinor),
  salesVat: money(({ salesVatMinor }) => salesVatMinor),
  returned: money(({ returnedMinor }) => returnedMinor),
  returnedVat: money(({ returnedVatMinor }) => returnedVatMinor),
  due: money(({ salesVatMinor, returnedVatMinor }) => salesVatMinor - returnedVatMinor),
} satisfies Columns<VatRow>

/** VAT of a quarter by country. */
export function VatTable({ rows }: { rows: readonly VatRow[] }) {
  const t = useTranslations('operator-money.books')
  const columnsT = useTranslations('operator-money.columns')
  return (
    <DataList
      label={t('vat')}
      columns={vatColumns}
      heading={(name) => (name === 'country' ? columnsT(name) : t(name))}
      rows={rows}
      rowId={({ company, country, currency, vatPermille }) => `${company} ${country} ${currency} ${vatPermille}`}
      empty={t('noVat')}
    />
  )
}

function Rate({ vatPermille }: VatRow) {
  const format = useFormatter()
  return format.number(vatPermille / 1000, { style: 'percent', maximumFractionDigits: 1 })
}
