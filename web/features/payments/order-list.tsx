import { useInfiniteQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { OrderStatus } from '#contract/payments.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge, type BadgeTone } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { orderPagesQuery } from './queries.ts'

const tones = {
  pending: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'plain',
} satisfies Record<OrderStatus, BadgeTone>

/** Earlier purchases, each with a link to its result page. */
export function OrderList() {
  const t = useTranslations('payments')
  const format = useFormatter()
  const money = useMoney()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(orderPagesQuery())
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  if (orders.length === 0) return null
  return (
    <section className="mx-auto mt-12 max-w-2xl">
      <h2 className="mb-3 text-xl font-bold">{t('orders')}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-raised">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to={href('/transactions/:id?', { id: order.id })}
              className="flex min-h-14 items-center justify-between gap-3 px-4 py-2 text-text no-underline hover:bg-surface-muted"
            >
              <span>
                <span className="block font-semibold tabular-nums">{t('credits', { count: order.credits })}</span>
                <span className="text-sm text-text-muted">{format.dateTime(new Date(order.createdAt), 'day')}</span>
              </span>
              <span className="flex items-center gap-3 tabular-nums">
                {money(order)} <Badge tone={tones[order.status]}>{t(`status.${order.status}`)}</Badge>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button variant="outline" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  )
}
