import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { href, Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Order, OrderStatus } from '#contract/payments.ts'
import { getMember } from '#contract/profiles.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { orderQuery, latestOrdersQuery } from '#web/features/payments/queries.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { latestOrderPath } from './route-params.ts'
import type { Route } from './+types/transaction'

/** Interval of refetching a pending payment, in case the socket is down. */
const REFETCH_EVERY_MS = 3000

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  if (params.id) return query(orderQuery(params.id))
  const { orders } = await query(latestOrdersQuery())
  throw redirect(latestOrderPath(orders))
})
export const loader = load
export const clientLoader = load

/** The result of a payment and the next steps (PAY-8). */
export default function Transaction({ params }: Route.ComponentProps) {
  const t = useTranslations('payments')
  const { order } = useSuspenseQuery({
    ...orderQuery(params.id ?? ''),
    refetchInterval: ({ state }) => (state.data?.order.status === 'pending' ? REFETCH_EVERY_MS : false),
  }).data
  useRefetchWhenPaid(order.status)
  return (
    <div className="mx-auto max-w-form py-6">
      <PageTitle title={t(`result.${order.status}.title`)} isPrivate />
      <Card padding="lg" className="text-center">
        <div aria-live="polite">
          {icons[order.status]}
          <h1 className="mt-4 mb-2 text-2xl font-bold">{t(`result.${order.status}.title`)}</h1>
          <p className="text-text-muted">{t(`result.${order.status}.text`, { count: order.credits })}</p>
        </div>
        <Receipt order={order} />
        <NextSteps order={order} />
      </Card>
    </div>
  )
}

/** Refetches what a payment changes when it completes while the page is open, even if the socket is down. */
function useRefetchWhenPaid(status: OrderStatus) {
  const client = useQueryClient()
  const [initialStatus] = useState(status)
  useEffect(() => {
    if (status !== 'completed' || initialStatus === 'completed') return
    for (const queryKey of [userQuery().queryKey, apiQueryKey(getMember)]) void client.invalidateQueries({ queryKey })
  }, [status, initialStatus, client])
}

const icons = {
  pending: <Hourglass aria-hidden className="mx-auto size-14 text-warning-text motion-safe:animate-pulse" />,
  completed: <CircleCheck aria-hidden className="mx-auto size-14 text-success-text" />,
  failed: <CircleX aria-hidden className="mx-auto size-14 text-danger-text" />,
  cancelled: <CircleX aria-hidden className="mx-auto size-14 text-text-muted" />,
} satisfies Record<OrderStatus, ReactNode>

function Receipt({ order }: { order: Order }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const credits = useUser()?.credits ?? 0
  const rows = [
    [t('receipt.bundle'), t('credits', { count: order.credits })],
    [t('receipt.amount'), money(order)],
    [t('receipt.method'), t(`methods.${order.method}`)],
    [t('receipt.number'), order.id],
    [t('receipt.balance'), t('credits', { count: credits })],
  ]
  return (
    <dl className="my-6 divide-y divide-line text-start tabular-nums">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className="text-text-muted">{name}</dt>
          <dd className="min-w-0 truncate font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NextSteps({ order: { status, bundle, method } }: { order: Order }) {
  const t = useTranslations('payments')
  if (status === 'completed' || status === 'pending') {
    return (
      <div className="flex flex-col gap-3">
        <Button isWide render={<Link to={href('/members')} prefetch="intent" />}>
          {t('toMembers')}
        </Button>
        <Button isWide variant="ghost" render={<Link to={href('/chats')} prefetch="intent" />}>
          {t('toChats')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Button
        isWide
        render={
          <Link to={href('/credits/:id/:paymentmethod?', { id: bundle, paymentmethod: method })} prefetch="intent" />
        }
      >
        {t('again')}
      </Button>
      <Button isWide variant="ghost" render={<Link to={href('/credits')} prefetch="intent" />}>
        {t('otherBundle')}
      </Button>
    </div>
  )
}
