import { noop, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useState, type ReactNode } from 'react'
import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Order, OrderStatus } from '#contract/payments/schemas.ts'
import { DEBIT_NOTICE_DAYS } from '#contract/limits.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useDiscountName } from '#web/features/payments/checkout/use-discount-name.ts'
import { forgetReturnPath } from '#web/features/payments/checkout/return-path.ts'
import { useReturnPath, WaitingMessage, WaitingSkeleton } from '#web/features/payments/checkout/waiting-message.tsx'
import { PaidHead, PremiumGains, useIsFresh, useMakesPremium } from '#web/features/payments/orders/paid-moment.tsx'
import { ReceiptLinks } from '#web/features/payments/orders/receipt-links.tsx'
import { bundlesQuery, orderQuery, latestOrdersQuery } from '#web/features/payments/queries.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Link } from '#web/api/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { latestOrderPath } from '#web/routes/route-params.ts'
import type { Route } from './+types/transaction'

/** Interval of refetching a pending payment, in case the socket is down. */
const REFETCH_EVERY_MS = 3000

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  if (params.id) {
    const { order } = await query(orderQuery(params.id))
    // Without the other orders the page celebrates the credits only.
    await query(latestOrdersQuery()).catch(noop)
    return hasCardFailed(order) ? query(bundlesQuery()) : null
  }
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
    refetchInterval: ({ state }) => {
      const isSoon = state.data?.order.status === 'pending' && !isAnnouncedDebit(state.data.order)
      return isSoon ? REFETCH_EVERY_MS : false
    },
  }).data
  useRefetchWhenPaid(order.status)
  const isFresh = useIsFresh(order)
  return (
    <div className="mx-auto max-w-form py-6">
      <PageTitle title={t(`result.${resultOf(order)}.title`)} isPrivate />
      <Card padding="none" className="overflow-hidden text-center">
        <div aria-live="polite">{isFresh ? <PaidHead order={order} /> : <ResultHead order={order} />}</div>
        <div className="p-5 sm:p-8 sm:pt-6">
          {isFresh ? (
            <AfterPayment order={order} />
          ) : (
            <>
              <Receipt order={order} />
              {hasCardFailed(order) ? <AfterCardFailure order={order} /> : <NextSteps order={order} />}
            </>
          )}
        </div>
      </Card>
    </div>
  )
}

/** Names the texts about the payment: its status, or why it is in it. */
function resultOf(order: Order) {
  if (hasCardFailed(order)) return 'cardFailed'
  return isAnnouncedDebit(order) ? 'debitPending' : order.status
}

function ResultHead({ order }: { order: Order }) {
  const t = useTranslations('payments')
  const result = resultOf(order)
  // It can begin later, or have ended since (CRED-4).
  const premium = useUser()?.paid_user ? 'yes' : 'no'
  return (
    <div className="px-5 pt-5 sm:px-8 sm:pt-8">
      {icons[order.status]}
      <h1 className="mt-4 mb-2 text-2xl font-bold">{t(`result.${result}.title`)}</h1>
      <p className="text-text-muted">
        {t(`result.${result}.text`, { count: order.credits, days: DEBIT_NOTICE_DAYS, premium })}
      </p>
    </div>
  )
}

/** The next step after a fresh payment, what it opens, and the receipt. Where a message waits, links last. */
function AfterPayment({ order }: { order: Order }) {
  const t = useTranslations('payments')
  const makesPremium = useMakesPremium(order)
  const isPremium = useUser()?.paid_user ?? false
  const isHydrated = useIsHydrated()
  const waits = useReturnPath() !== null
  return (
    <>
      <WaitingMessage className="mb-4 text-start" />
      <BackButton />
      {!waits && (
        // Until hydration a message may wait, as the early script knows.
        <div className={cx(!isHydrated && 'in-data-waits:hidden')}>
          <OtherSteps isMain />
        </div>
      )}
      {makesPremium && <PremiumGains />}
      {!makesPremium && !isPremium && <p className="mt-4 text-text-muted">{t('notes.laterPremium')}</p>}
      <Receipt order={order} />
      {waits && <OtherSteps isMain={false} />}
    </>
  )
}

/** A direct debit without a page of the provider is collected some days after its announcement (PAY-12). */
function isAnnouncedDebit({ status, method, checkoutUrl }: Pick<Order, 'status' | 'method' | 'checkoutUrl'>) {
  return status === 'pending' && method === 'sdd' && checkoutUrl === null
}

/** A payment with the stored method failed: it is tried again, or PayPal takes it (PAY-13). */
function hasCardFailed({ status, isStored }: Pick<Order, 'status' | 'isStored'>) {
  return isStored && (status === 'failed' || status === 'cancelled')
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
  refunded: <Undo2 aria-hidden className="mx-auto size-14 text-text-muted" />,
  charged_back: <CircleX aria-hidden className="mx-auto size-14 text-danger-text" />,
} satisfies Record<OrderStatus, ReactNode>

function Receipt({ order }: { order: Order }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const credits = useUser()?.credits ?? 0
  const discountName = useDiscountName()
  const discount = order.discount && {
    code: discountName(order.discount.code),
    rate: order.discount.percentage / 100,
  }
  const rows = [
    [t('receipt.bundle'), t('credits', { count: order.credits })],
    [t('receipt.amount'), money(order)],
    ...(discount ? [[t('receipt.discount'), t('discount.applied', discount)]] : []),
    [t('receipt.method'), t(`methods.${order.method}`)],
    [t('receipt.number'), order.id],
    [t('receipt.balance'), t('credits', { count: credits })],
  ]
  return (
    <>
      <dl className="my-6 divide-y divide-line text-start tabular-nums">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-2">
            <dt className="text-text-muted">{name}</dt>
            <dd className="min-w-0 font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mb-3 flex flex-col gap-3 empty:hidden">
        <ReceiptLinks order={order} />
      </div>
    </>
  )
}

function AfterCardFailure({ order: { bundle } }: { order: Order }) {
  const t = useTranslations('payments')
  const { data } = useQuery(bundlesQuery())
  const checkout = (paymentmethod?: string) =>
    href('/credits/:id/:paymentmethod?', { id: bundle, ...(paymentmethod !== undefined && { paymentmethod }) })
  return (
    <div className="flex flex-col gap-3">
      <Button isWide render={<Link to={href('/credits/repeat-order')} prefetch="intent" />}>
        {t('again')}
      </Button>
      {data?.methods.includes('paypal') && (
        <Button isWide variant="outline" render={<Link to={checkout('paypal')} prefetch="intent" />}>
          {t('withPaypal')}
        </Button>
      )}
      <Button isWide variant="ghost" render={<Link to={checkout()} prefetch="intent" />}>
        {t('repeat.otherMethod')}
      </Button>
    </div>
  )
}

function NextSteps({ order: { status, bundle, method, checkoutUrl } }: { order: Order }) {
  const t = useTranslations('payments')
  const back = useReturnPath()
  if (status !== 'failed' && status !== 'cancelled') {
    return (
      <div className="flex flex-col gap-3">
        <BackButton />
        <OtherSteps isMain={!back}>
          {/* A member who left the provider's page too early can finish or cancel the payment there. */}
          {checkoutUrl && (
            <Button isWide variant="outline" render={<a href={checkoutUrl} aria-label={t('toPayment')} />}>
              {t('toPayment')}
            </Button>
          )}
        </OtherSteps>
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

/** Leads back to the conversation where a message waits for the credits. */
function BackButton() {
  const t = useTranslations('payments')
  const back = useReturnPath()
  if (!back) return <WaitingSkeleton className="h-11" />
  return (
    <Button isWide render={<Link to={back.path} prefetch="intent" onClick={forgetReturnPath} />}>
      {t('backTo', { name: back.name })}
    </Button>
  )
}

/** To the other members and the conversations, with what stands between them. */
function OtherSteps({ isMain, children }: { isMain: boolean; children?: ReactNode }) {
  const t = useTranslations('payments')
  return (
    <div className="flex flex-col gap-3">
      <Button isWide variant={isMain ? 'primary' : 'ghost'} render={<Link to={href('/members')} prefetch="intent" />}>
        {t('toMembers')}
      </Button>
      {children}
      <Button isWide variant="ghost" render={<Link to={href('/chats')} prefetch="intent" />}>
        {t('toChats')}
      </Button>
    </div>
  )
}
