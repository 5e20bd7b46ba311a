import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { getMember } from '#contract/profiles/calls.ts'
import { listOrders, withdraw } from '#contract/payments/calls.ts'
import type { Withdrawable } from '#contract/payments/schemas.ts'
import { call } from '#web/api/call.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { orderQuery, withdrawableQuery } from '#web/features/payments/queries.ts'

/**
 * The purchases from which a member can withdraw. The law asks for two steps: the button that begins, and a
 * statement with name, contract and address for the receipt, confirmed by the second button (PAY-10).
 */
export function Withdrawal() {
  const t = useTranslations('payments.withdrawal')
  const query = useQuery(withdrawableQuery())
  const { data } = query
  const [begun, setBegun] = useState<string | null>(null)
  const [done, setDone] = useState<{ amount: string } | null>(null)
  const email = useUser()?.email ?? ''
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(data?.orders.length ?? 0)
  if (!data) return <QueryFailed query={query} />
  return (
    <section aria-labelledby="withdrawal">
      <h2 ref={heading} tabIndex={-1} id="withdrawal" className="text-lg font-bold outline-none">
        {t('title')}
      </h2>
      {done && (
        <Alert tone="success" isLive className="mt-3" title={t('done.title')}>
          {t('done.text', { ...done, email })}
        </Alert>
      )}
      {data.orders.length === 0 && !done && <p className="mt-2 text-text-muted">{t('none')}</p>}
      <ul className="mt-3 flex flex-col gap-4">
        {data.orders.map((order) => (
          <li key={order.orderId}>
            <Purchase
              order={order}
              isBegun={begun === order.orderId}
              onBegin={() => setBegun(order.orderId)}
              onCancel={() => setBegun(null)}
              onDone={(amount) => setDone({ amount })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PurchaseProps {
  order: Withdrawable
  /** The first step is made. */
  isBegun: boolean
  onBegin: () => void
  onCancel: () => void
  /** Called with the amount that goes back, as it is written. */
  onDone: (amount: string) => void
}

function Purchase({ order, isBegun, onBegin, onCancel, onDone }: PurchaseProps) {
  const t = useTranslations('payments')
  const format = useFormatter()
  const money = useMoney()
  const { currency, credits, amountMinor, boughtCredits, paidMinor, paidAt, until } = order
  const dates = {
    paid: format.dateTime(new Date(paidAt), 'day'),
    until: format.dateTime(new Date(until), { dateStyle: 'medium', timeStyle: 'short' }),
  }
  const amount = money({ amountMinor, currency })
  const begin = useFocusAfterRemoval<HTMLButtonElement>(isBegun ? 1 : 0)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4 tabular-nums">
        <h3 className="font-semibold">{t('credits', { count: boughtCredits })}</h3>
        <p>{money({ amountMinor: paidMinor, currency })}</p>
      </div>
      <p className="text-sm text-text-muted">{t('withdrawal.dates', dates)}</p>
      <p>{t('withdrawal.back', { count: credits, amount })}</p>
      {isBegun ? (
        <Statement order={order} amount={amount} onCancel={onCancel} onDone={onDone} />
      ) : (
        <Button ref={begin} variant="outline" isWide onClick={onBegin}>
          {t('withdrawal.begin')}
        </Button>
      )}
    </Card>
  )
}

/** The pressed button is gone; reading continues at the statement, and a second press confirms nothing. */
function moveFocusTo(element: HTMLElement | null) {
  element?.focus()
}

function Statement({
  order,
  amount,
  onCancel,
  onDone,
}: Pick<PurchaseProps, 'order' | 'onCancel' | 'onDone'> & { amount: string }) {
  const t = useTranslations('payments.withdrawal')
  const user = useUser()
  const { mutate, isPending } = useWithdraw(order, () => onDone(amount))
  const rows = [
    [t('name'), user?.profile.name],
    [t('contract'), order.orderId],
    [t('email'), user?.email],
  ]
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <p ref={moveFocusTo} tabIndex={-1} className="outline-none">
        {t('statement')}
      </p>
      <dl className="text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-1">
            <dt className="text-text-muted">{name}</dt>
            <dd className="min-w-0 text-end font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-text-muted">{t('consequence')}</p>
      <div className="flex flex-col gap-2">
        <Button variant="danger" isWide isPending={isPending} onClick={() => mutate()}>
          {t('confirm')}
        </Button>
        <Button variant="ghost" isWide onClick={onCancel}>
          {t('keep')}
        </Button>
      </div>
    </div>
  )
}

/** Withdraws from a purchase exactly as the page shows it; if that has changed, the page shows the new. */
function useWithdraw({ orderId, credits, amountMinor }: Withdrawable, onDone: () => void) {
  const client = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: () => call(withdraw, { params: { orderId }, body: { credits, amountMinor } }),
    onSuccess: () => {
      onDone()
      // Premium may have ended, which changes which photos are open.
      const keys = [orderQuery(orderId), userQuery()].map(({ queryKey }) => queryKey)
      for (const queryKey of [...keys, apiQueryKey(listOrders), apiQueryKey(getMember)])
        void client.invalidateQueries({ queryKey })
    },
    onError: showError,
    onSettled: () => client.invalidateQueries(withdrawableQuery()),
  })
}
