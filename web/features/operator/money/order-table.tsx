import { useSearchParams } from 'react-router'
import { exportOrders } from '#contract/operator/money/calls.ts'
import type { ListedOrder } from '#contract/operator/money/schemas.ts'
import { orderStates } from '#contract/payments/order-states.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { Country } from '#web/features/operator/ui/cells.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { orderFilters } from './queries.ts'

/** Chooses which orders are listed. */
export function OrderFilterBar() {
  const t = useTranslations('operator-money')
  const [search] = useSearchParams()
  const may = useMay()
  const { before: _place, ...filters } = orderFilters(search)
  return (
    <FilterBar {...(may('money.books') && { download: fileUrl(exportOrders.path, filters) })}>
      <Field label={t('filters.status')}>
        <Select
          name="status"
          defaultValue={filters.status ?? ''}
          placeholder={t('filters.all')}
          options={orderStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Field>
      <Field label={t('filters.stuck')}>
        <Select
          name="stuck"
          defaultValue={filters.stuck ?? ''}
          placeholder={t('filters.all')}
          options={[{ value: 'true', label: t('filters.stuckOnly') }]}
        />
      </Field>
      <Field label={t('filters.from')}>
        <TextInput name="from" type="date" defaultValue={filters.from ?? ''} />
      </Field>
      <Field label={t('filters.to')}>
        <TextInput name="to" type="date" defaultValue={filters.to ?? ''} />
      </Field>
      <Field label={t('filters.provider')}>
        <TextInput name="provider" defaultValue={filters.provider ?? ''} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t('filters.member')}>
        <TextInput name="member" defaultValue={filters.member ?? ''} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t('filters.reference')}>
        <TextInput name="reference" defaultValue={filters.reference ?? ''} autoComplete="off" spellCheck={false} />
      </Field>
    </FilterBar>
  )
}

const columns = {
  id: ({ id }) => id,
  at: ({ createdAt }) => <When at={createdAt} />,
  amount: Amount,
  state: OrderState,
  refunded: Refunded,
  member: MemberLink,
  method: ({ method }) => method,
  provider: ({ provider }) => provider,
  country: Country,
  site: ({ site }) => site,
} satisfies Columns<ListedOrder>

/** Orders of all members. */
export function OrderTable({ orders }: { orders: readonly ListedOrder[] }) {
  const t = useTranslations('operator-money')
  return (
    <DataList
      label={t('tabs.orders')}
      columns={columns}
      heading={(name) => t(`columns.${name}`)}
      rows={orders}
      rowId={({ id }) => id}
      rowPath={({ id }) => `/operator/money/orders/${id}`}
      empty={t('noOrders')}
    />
  )
}

/** An amount of money that does not wrap. */
export function Amount(money: { amountMinor: number; currency: string }) {
  const write = useMoney()
  return <span className="whitespace-nowrap tabular-nums">{write(money)}</span>
}

const tones = {
  pending: 'warning',
  completed: 'success',
  failed: 'plain',
  cancelled: 'plain',
  refunded: 'soft',
  charged_back: 'danger',
} as const

/** The state of an order. */
export function OrderState({ status }: { status: OrderStatus }) {
  const t = useTranslations('operator-money.states')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}

function Refunded({ refundedMinor, currency }: ListedOrder) {
  return refundedMinor > 0 ? <Amount amountMinor={refundedMinor} currency={currency} /> : null
}

/** Leads to the buyer. */
export function MemberLink({ memberId }: Pick<ListedOrder, 'memberId'>) {
  const t = useTranslations('operator-money')
  if (memberId === null) return <span className="text-text-muted">{t('erased')}</span>
  return (
    <Link to={`/operator/members/${memberId}`} className="inline-block min-h-6 text-accent-text underline">
      {memberId}
    </Link>
  )
}
