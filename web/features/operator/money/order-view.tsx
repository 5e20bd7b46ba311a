import type { OrderFile } from '#contract/operator/money/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
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
  const columnsT = useTranslations('operator-money.columns')
  const { currency } = order
  return (
    <>
      <OrderDetails order={order} />
      <div className="grid gap-4 xl:grid-cols-2">
        <Section title={t('history')}>
          <DataList
            label={t('history')}
            columns={eventColumns}
            heading={(name) => t(name)}
            rows={order.events}
            rowId={({ at, to }) => `${at} ${to}`}
            empty={t('noHistory')}
          />
        </Section>
        <Section title={t('receipts')}>
          <DataList
            label={t('receipts')}
            columns={receiptColumns}
            heading={(name) => (name === 'amount' ? columnsT(name) : t(name))}
            rows={order.receipts.map((receipt) => ({ ...receipt, currency }))}
            rowId={({ number }) => number}
            empty={t('noReceipts')}
          />
        </Section>
        <Section title={t('refunds')}>
          <DataList
            label={t('refunds')}
            columns={refundColumns}
            heading={(name) => (name === 'amount' ? columnsT(name) : t(name))}
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

const eventColumns = {
  change: ({ to }) => <OrderState status={to} />,
  cause: Cause,
  at: When,
} satisfies Columns<Event>

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

const refundColumns = {
  amount: Amount,
  credits: ({ credits }) => credits,
  refundState: RefundState,
  reason: ({ reason }) => <Cause cause={reason} />,
  requestedAt: ({ requestedAt }) => <When at={requestedAt} />,
  settledAt: ({ settledAt }) => <When at={settledAt} />,
} satisfies Columns<Refund>

function RefundState({ status }: Refund) {
  const t = useTranslations('operator-money.refundStates')
  const name = (['requested', 'done', 'failed'] as const).find((each) => each === status)
  return name ? t(name) : status
}

const receiptColumns = {
  number: ({ number }) => number,
  kind: ReceiptKindName,
  amount: Amount,
  vat: ({ vatMinor, currency }) => <Amount amountMinor={vatMinor} currency={currency} />,
  at: When,
} satisfies Columns<Receipt>

function ReceiptKindName({ kind }: Receipt) {
  const t = useTranslations('operator-money.receiptKinds')
  return t(kind)
}
