import type { SourceNumbers } from '#contract/operator/overview/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'

const counts = ['signups', 'confirmed', 'firstOrders', 'orders'] as const

const columns: Column<SourceNumbers>[] = [
  { id: 'network', header: () => <Heading name="network" />, cell: ({ row }) => <Part name={row.original.network} /> },
  { id: 'subId', header: () => <Heading name="subId" />, cell: ({ row }) => <Part name={row.original.subId} /> },
  ...counts.map((name): Column<SourceNumbers> => ({
    id: name,
    header: () => <Heading name={name} />,
    cell: ({ row }) => <Count value={row.original[name]} />,
  })),
  {
    id: 'conversion',
    header: () => <Heading name="conversion" />,
    cell: ({ row }) => <Conversion {...row.original} />,
  },
  { id: 'revenue', header: () => <Heading name="revenue" />, cell: ({ row }) => <Revenue {...row.original} /> },
]

/** What members did by the campaign that brought them, those with most sign-ups first. */
export function CampaignTable({ sources }: { sources: readonly SourceNumbers[] }) {
  const t = useTranslations('operator-overview')
  return (
    <DataList
      label={t('tabs.campaigns')}
      columns={columns}
      rows={sources}
      rowId={({ network, subId }) => `${network} ${subId}`}
      empty={t('campaigns.none')}
    />
  )
}

function Heading({ name }: { name: (typeof counts)[number] | 'network' | 'subId' | 'conversion' | 'revenue' }) {
  const t = useTranslations('operator-overview.series')
  return t(name)
}

function Part({ name }: { name: string }) {
  const t = useTranslations('operator-overview.numbers')
  return name === '' ? <span className="text-text-muted">{t('unknown')}</span> : name
}

function Count({ value }: { value: number }) {
  const format = useFormatter()
  return <span className="tabular-nums">{format.number(value)}</span>
}

function Conversion({ signups, firstOrders }: SourceNumbers) {
  const t = useTranslations('operator-overview.numbers')
  const format = useFormatter()
  return (
    <span className="tabular-nums">
      {signups === 0
        ? t('unknown')
        : format.number(firstOrders / signups, { style: 'percent', maximumFractionDigits: 1 })}
    </span>
  )
}

function Revenue({ money }: SourceNumbers) {
  const write = useMoney()
  return money.map(({ currency, revenueMinor: amountMinor }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {write({ amountMinor, currency })}
    </span>
  ))
}
