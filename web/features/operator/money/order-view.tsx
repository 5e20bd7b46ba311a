import type { OrderFile } from '#contract/operator/money/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { Details, Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { IncidentTable } from './incident-table.tsx'
import { Amount, OrderState } from './order-table.tsx'

type Event = OrderFile['events'][number]
type Refund = OrderFile['refunds'][number] & { currency: string }
type Receipt = OrderFile['receipts'][number] & { currency: string }

/** All that is known of an order. */
export function OrderView({ order }: { order: OrderFile }) {
  const t = useTranslations('operator-money.order')
  const { currency } = order
  return (
    <>
      <OrderDetails order={order} />
      <div className="grid gap-4 xl:grid-cols-2">
        <Section title={t('history')}>
          <DataList
            label={t('history')}
            columns={eventColumns}
            rows={order.events}
            rowId={({ at, to }) => `${at} ${to}`}
            empty={t('noHistory')}
          />
        </Section>
        <Section title={t('receipts')}>
          <DataList
            label={t('receipts')}
            columns={receiptColumns}
            rows={order.receipts.map((receipt) => ({ ...receipt, currency }))}
            rowId={({ number }) => number}
            empty={t('noReceipts')}
          />
        </Section>
        <Section title={t('refunds')}>
          <DataList
            label={t('refunds')}
            columns={refundColumns}
            rows={order.refunds.map((refund) => ({ ...refund, currency }))}
            rowId={({ requestedAt }) => requestedAt}
            empty={t('noRefunds')}
          />
        </Section>
      </div>
      {order.incidents.length > 0 && (
        <Section title={t('incidents')}>
          <IncidentTable
            incidents={order.incidents.map((incident) => ({
              ...incident,
              orderId: order.id,
              provider: order.provider,
            }))}
          />
        </Section>
      )}
    </>
  )
}

function OrderDetails({ order }: { order: OrderFile }) {
  const t = useTranslations('operator-money')
  const format = useFormatter()
  const countryName = useCountryName()
  const { currency, chargeback } = order
  return (
    <Section title={t('order.details')}>
      <Details
        entries={[
          [t('columns.state'), <OrderState key="state" status={order.status} />],
          [t('columns.amount'), <Amount key="amount" amountMinor={order.amountMinor} currency={currency} />],
          [
            t('columns.refunded'),
            order.refundedMinor > 0 && <Amount key="back" amountMinor={order.refundedMinor} currency={currency} />,
          ],
          [t('order.credits'), format.number(order.credits)],
          [
            t('columns.member'),
            order.memberId === null ? (
              t('erased')
            ) : (
              <Link
                key="member"
                to={`/operator/members/${order.memberId}`}
                className="inline-block min-h-6 text-accent-text underline"
              >
                {order.memberName ?? order.memberId}
              </Link>
            ),
          ],
          [t('columns.method'), order.method],
          [t('columns.provider'), order.provider],
          [t('order.reference'), order.providerRef],
          [t('order.discount'), order.discountCode],
          [t('columns.country'), countryName(order.country)],
          [t('columns.site'), order.site],
          [t('order.createdAt'), <When key="created" at={order.createdAt} />],
          [t('order.completedAt'), order.completedAt && <When key="paid" at={order.completedAt} />],
          [
            t('order.chargeback'),
            chargeback && <Amount key="chargeback" amountMinor={chargeback.amountMinor} currency={currency} />,
          ],
          [t('order.creditsTaken'), chargeback && format.number(chargeback.creditsTaken)],
          [t('order.creditsMissing'), chargeback && format.number(chargeback.creditsMissing)],
        ]}
      />
    </Section>
  )
}

const eventColumns: Column<Event>[] = [
  { id: 'change', header: () => <Heading name="change" />, cell: ({ row }) => <OrderState status={row.original.to} /> },
  { id: 'cause', header: () => <Heading name="cause" />, cell: ({ row }) => <Cause {...row.original} /> },
  { id: 'at', header: () => <Heading name="at" />, cell: ({ row }) => <When at={row.original.at} /> },
]

type Name =
  | 'change'
  | 'cause'
  | 'at'
  | 'number'
  | 'kind'
  | 'vat'
  | 'refundState'
  | 'reason'
  | 'requestedAt'
  | 'settledAt'
  | 'credits'

function Heading({ name }: { name: Name }) {
  const t = useTranslations('operator-money.order')
  return t(name)
}

function AmountHeading() {
  const t = useTranslations('operator-money.columns')
  return t('amount')
}

const causes = [
  'created',
  'webhook',
  'check',
  'rejected',
  'expired',
  'withdrawal',
  'buyer_gone',
  'operator',
  'refund_failed',
] as const

function Cause({ cause }: { cause: string }) {
  const t = useTranslations('operator-money.causes')
  const name = causes.find((each) => each === cause)
  return name ? t(name) : cause
}

const refundColumns: Column<Refund>[] = [
  { id: 'amount', header: () => <AmountHeading />, cell: ({ row }) => <Amount {...row.original} /> },
  { id: 'credits', header: () => <Heading name="credits" />, cell: ({ row }) => row.original.credits },
  { id: 'state', header: () => <Heading name="refundState" />, cell: ({ row }) => <RefundState {...row.original} /> },
  { id: 'reason', header: () => <Heading name="reason" />, cell: ({ row }) => <Cause cause={row.original.reason} /> },
  { id: 'at', header: () => <Heading name="requestedAt" />, cell: ({ row }) => <When at={row.original.requestedAt} /> },
  { id: 'end', header: () => <Heading name="settledAt" />, cell: ({ row }) => <When at={row.original.settledAt} /> },
]

function RefundState({ status }: Refund) {
  const t = useTranslations('operator-money.refundStates')
  const name = (['requested', 'done', 'failed'] as const).find((each) => each === status)
  return name ? t(name) : status
}

const receiptColumns: Column<Receipt>[] = [
  { id: 'number', header: () => <Heading name="number" />, cell: ({ row }) => row.original.number },
  { id: 'kind', header: () => <Heading name="kind" />, cell: ({ row }) => <ReceiptKindName {...row.original} /> },
  { id: 'amount', header: () => <AmountHeading />, cell: ({ row }) => <Amount {...row.original} /> },
  {
    id: 'vat',
    header: () => <Heading name="vat" />,
    cell: ({ row }) => <Amount amountMinor={row.original.vatMinor} currency={row.original.currency} />,
  },
  { id: 'at', header: () => <Heading name="at" />, cell: ({ row }) => <When at={row.original.at} /> },
]

function ReceiptKindName({ kind }: Receipt) {
  const t = useTranslations('operator-money.receiptKinds')
  return t(kind)
}
