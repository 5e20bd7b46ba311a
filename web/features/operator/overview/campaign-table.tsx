import type { SourceNumbers } from '#contract/operator/overview/schemas.ts'
import { Count } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'

const columns = {
  network: ({ network }) => <Part name={network} />,
  subId: ({ subId }) => <Part name={subId} />,
  signups: ({ signups }) => <Count value={signups} />,
  confirmed: ({ confirmed }) => <Count value={confirmed} />,
  firstOrders: ({ firstOrders }) => <Count value={firstOrders} />,
  orders: ({ orders }) => <Count value={orders} />,
  conversion: Conversion,
  revenue: Revenue,
} satisfies Columns<SourceNumbers>

/** What members did by the campaign that brought them, those with most sign-ups first. */
export function CampaignTable({ sources }: { sources: readonly SourceNumbers[] }) {
  const t = useTranslations('operator-overview')
  return (
    <DataList
      label={t('tabs.campaigns')}
      columns={columns}
      heading={(name) => t(`series.${name}`)}
      rows={sources}
      rowId={({ network, subId }) => `${network} ${subId}`}
      empty={t('campaigns.none')}
    />
  )
}

function Part({ name }: { name: string }) {
  const t = useTranslations('operator-overview.numbers')
  return name === '' ? <span className="text-text-muted">{t('unknown')}</span> : name
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
