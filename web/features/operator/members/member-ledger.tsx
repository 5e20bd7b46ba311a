import type { LedgerRow } from '#contract/operator/members/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

const columns: Column<LedgerRow>[] = [
  { id: 'kind', header: () => <Heading name="kind" />, cell: ({ row }) => <Kind {...row.original} /> },
  { id: 'amount', header: () => <Heading name="amount" />, cell: ({ row }) => <Change {...row.original} /> },
  { id: 'balance', header: () => <Heading name="balance" />, cell: ({ row }) => row.original.balanceAfter },
  { id: 'order', header: () => <Heading name="order" />, cell: ({ row }) => <OrderLink {...row.original} /> },
  { id: 'at', header: () => <Heading name="at" />, cell: ({ row }) => <When at={row.original.at} /> },
]

/** The changes of a member's balance. */
export function MemberLedger({ entries, next }: { entries: readonly LedgerRow[]; next: number | null }) {
  const t = useTranslations('operator-members.ledger')
  return (
    <Section title={t('title')}>
      <DataList label={t('title')} columns={columns} rows={entries} rowId={({ id }) => String(id)} empty={t('none')} />
      <ListPages next={next} />
    </Section>
  )
}

function Heading({ name }: { name: 'kind' | 'amount' | 'balance' | 'order' | 'at' }) {
  const t = useTranslations('operator-members.ledger')
  return t(name)
}

function Kind({ kind }: LedgerRow) {
  const t = useTranslations('operator-members')
  return t(`kinds.${kind}`)
}

function Change({ amount }: LedgerRow) {
  const format = useFormatter()
  return <span className="tabular-nums">{format.number(amount, { signDisplay: 'exceptZero' })}</span>
}

function OrderLink({ orderId }: LedgerRow) {
  if (orderId === null) return null
  return (
    <Link to={`/operator/money/orders/${orderId}`} className="text-accent-text underline">
      {orderId}
    </Link>
  )
}
