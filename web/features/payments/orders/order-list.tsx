import { useInfiniteQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge, type BadgeTone } from '#web/ui/elements/badge.tsx'
import { Link } from '#web/api/link.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { orderPagesQuery } from '#web/features/payments/queries.ts'
import { ReceiptLinks } from './receipt-links.tsx'

const tones = {
  pending: 'softWarning',
  completed: 'softSuccess',
  failed: 'softDanger',
  cancelled: 'plain',
  refunded: 'plain',
  charged_back: 'softDanger',
} satisfies Record<OrderStatus, BadgeTone>

/** The width of the link to a receipt. */
const RECEIPT_REM = 2.75

/** Earlier purchases, each with a link to its result page. */
export function OrderList() {
  const t = useTranslations('payments')
  const format = useFormatter()
  const money = useMoney()
  const query = useInfiniteQuery(orderPagesQuery())
  const { data, isError } = query
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  if (orders.length === 0 && !isError) return null
  const mostReceipts = Math.max(1, ...orders.map(({ receipts }) => receipts.length))
  return (
    <section className="mx-auto mt-12 max-w-2xl">
      <h2 className="mb-3 text-xl font-bold">{t('orders')}</h2>
      <QueryFailed query={query} />
      <ul className="divide-y divide-line overflow-hidden empty:hidden rounded-lg border border-line bg-surface-raised">
        {orders.map((order) => (
          <li key={order.id} className="flex items-center hover:bg-surface-muted">
            <Link
              to={href('/transactions/:id?', { id: order.id })}
              className="grid min-h-14 min-w-0 flex-1 grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1 px-4 py-2 text-text no-underline sm:grid-cols-[1fr_auto_minmax(5rem,auto)]"
            >
              <span>
                <span className="block font-semibold tabular-nums">{t('credits', { count: order.credits })}</span>
                <span className="text-sm text-text-muted">
                  {format.dateTime(new Date(order.createdAt), { dateStyle: 'medium' })}
                </span>
              </span>
              {/* States differ in width: beside or below them, the amounts are below each other. */}
              <span className="text-end tabular-nums sm:order-last">{money(order)}</span>
              <span className="col-span-2 sm:col-span-1">
                <Badge tone={tones[order.status]}>{t(`status.${order.status}`)}</Badge>
              </span>
            </Link>
            {/* As wide as the most links of a row, so that the amounts are below each other. */}
            <span className="flex shrink-0 justify-end" style={{ minWidth: `${mostReceipts * RECEIPT_REM}rem` }}>
              <ReceiptLinks order={order} isCompact />
            </span>
          </li>
        ))}
      </ul>
      <NextPage query={query} label={t('more')} className="mt-4" />
    </section>
  )
}
