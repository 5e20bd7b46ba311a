import type { LedgerRow } from '#contract/operator/members/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

const columns = {
  kind: Kind,
  amount: Change,
  balance: ({ balanceAfter }) => balanceAfter,
  order: OrderLink,
  at: When,
} satisfies Columns<LedgerRow>

/** The changes of a member's balance. */
export function MemberLedger({ entries, next }: { entries: readonly LedgerRow[]; next: number | null }) {
  const t = useTranslations('operator-members.ledger')
  return (
    <Section title={t('title')}>
      <DataList
        label={t('title')}
        columns={columns}
        heading={(name) => t(name)}
        rows={entries}
        rowId={({ id }) => String(id)}
        empty={t('none')}
      />
      <ListPages next={next} />
    </Section>
  )
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
