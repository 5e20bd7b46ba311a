import type { DayRow, VatRow } from '#contract/operator/money/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Amount } from './order-table.tsx'

type Name =
  | 'day'
  | 'orders'
  | 'paid'
  | 'refunded'
  | 'chargedBack'
  | 'net'
  | 'credits'
  | 'company'
  | 'rate'
  | 'sales'
  | 'salesVat'
  | 'returned'
  | 'returnedVat'
  | 'due'

function Heading({ name }: { name: Name }) {
  const t = useTranslations('operator-money.books')
  return t(name)
}

function SiteHeading() {
  const t = useTranslations('operator-money.columns')
  return t('site')
}

function CountryHeading() {
  const t = useTranslations('operator-money.columns')
  return t('country')
}

/** A column with an amount of a row. */
function money<Row extends { currency: string }>(name: Name, amountOf: (row: Row) => number): Column<Row> {
  return {
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Amount amountMinor={amountOf(row.original)} currency={row.original.currency} />,
  }
}

const dayColumns: Column<DayRow>[] = [
  { id: 'day', header: () => <Heading name="day" />, cell: ({ row }) => <Day {...row.original} /> },
  { id: 'site', header: () => <SiteHeading />, cell: ({ row }) => row.original.site },
  { id: 'orders', header: () => <Heading name="orders" />, cell: ({ row }) => row.original.orders },
  money('paid', ({ paidMinor }) => paidMinor),
  money('refunded', ({ refundedMinor }) => refundedMinor),
  money('chargedBack', ({ chargedBackMinor }) => chargedBackMinor),
  money('net', ({ paidMinor, refundedMinor, chargedBackMinor }) => paidMinor - refundedMinor - chargedBackMinor),
  { id: 'credits', header: () => <Heading name="credits" />, cell: ({ row }) => <Credits {...row.original} /> },
]

/** Sums of each day, compared with the ledger. */
export function DayTable({ days }: { days: readonly DayRow[] }) {
  const t = useTranslations('operator-money.books')
  return (
    <DataList
      label={t('days')}
      columns={dayColumns}
      rows={days}
      rowId={({ day, site, currency }) => `${day} ${site} ${currency}`}
      empty={t('noDays')}
    />
  )
}

function Day({ day }: DayRow) {
  const format = useFormatter()
  const text = format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  return <span className="whitespace-nowrap">{text}</span>
}

function Credits({ creditsSold: sold, creditsBooked: booked }: DayRow) {
  const t = useTranslations('operator-money.books')
  const format = useFormatter()
  if (sold === booked) return t('agree', { count: format.number(sold) })
  return <Badge tone="danger">{t('differ', { sold: format.number(sold), booked: format.number(booked) })}</Badge>
}

const vatColumns: Column<VatRow>[] = [
  { id: 'company', header: () => <Heading name="company" />, cell: ({ row }) => row.original.company },
  { id: 'country', header: () => <CountryHeading />, cell: ({ row }) => <Country {...row.original} /> },
  { id: 'rate', header: () => <Heading name="rate" />, cell: ({ row }) => <Rate {...row.original} /> },
  money('sales', ({ salesMinor }) => salesMinor),
  money('salesVat', ({ salesVatMinor }) => salesVatMinor),
  money('returned', ({ returnedMinor }) => returnedMinor),
  money('returnedVat', ({ returnedVatMinor }) => returnedVatMinor),
  money('due', ({ salesVatMinor, returnedVatMinor }) => salesVatMinor - returnedVatMinor),
]

/** VAT of a quarter by country. */
export function VatTable({ rows }: { rows: readonly VatRow[] }) {
  const t = useTranslations('operator-money.books')
  return (
    <DataList
      label={t('vat')}
      columns={vatColumns}
      rows={rows}
      rowId={({ company, country, currency, vatPermille }) => `${company} ${country} ${currency} ${vatPermille}`}
      empty={t('noVat')}
    />
  )
}

function Country({ country }: VatRow) {
  const countryName = useCountryName()
  return countryName(country)
}

function Rate({ vatPermille }: VatRow) {
  const format = useFormatter()
  return format.number(vatPermille / 1000, { style: 'percent', maximumFractionDigits: 1 })
}
