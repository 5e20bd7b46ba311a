import { href } from 'react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle, StoredMethod } from '#contract/payments/schemas.ts'
import { createRepeatOrder, removeStoredMethod } from '#contract/payments/calls.ts'
import { Link } from '#web/api/link.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { loweredAmount } from '#web/features/payments/checkout/applied-discount.ts'
import { BundlePrice, DiscountNotes } from '#web/features/payments/checkout/bundle-price.tsx'
import { withCode } from '#web/features/payments/checkout/code-of-link.ts'
import { DiscountField } from '#web/features/payments/checkout/discount-field.tsx'
import { MethodLogo } from '#web/features/payments/checkout/method-choice.tsx'
import { SpendingLimitNote } from '#web/features/payments/spending-limit/spending-limit-note.tsx'
import { useDiscount } from '#web/features/payments/checkout/use-discount.ts'
import { call } from '#web/api/call.ts'
import { createClientIds } from '#web/api/client-ids.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useRestored } from '#web/api/forms/use-restored.ts'
import { latestOrdersQuery, repeatOrderQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { repeatChoiceOf, type RepeatPurchase } from './repeat-choice.ts'

/** The last bundle with its price of today, and one button that buys it with the stored method (PAY-13). */
export function RepeatOrder({ bundle, stored }: { bundle: Bundle; stored: StoredMethod | null }) {
  const t = useTranslations('payments')
  const { applied, entered, isChecking, setApplied, setChecking, dropLinked } = useDiscount(null)
  const lowered = loweredAmount(bundle, applied)
  const checkout = withCode(href('/credits/:id/:paymentmethod?', { id: bundle.id }), entered)
  return (
    <Card padding="lg" className="flex flex-col gap-6">
      <p className="flex items-baseline justify-between gap-4 tabular-nums">
        <span>
          <span className="block text-xl font-bold">{t('credits', { count: bundle.credits })}</span>
          <span className="text-text-muted">{t('messages', { count: bundle.messages })}</span>
        </span>
        <BundlePrice bundle={bundle} lowered={lowered} />
      </p>
      {stored ? (
        <>
          <DiscountField
            linkedCode={null}
            applied={applied}
            onChange={setApplied}
            onChecking={setChecking}
            onLinkFailed={dropLinked}
          />
          <DiscountNotes bundle={bundle} applied={applied} />
          <PayStored
            bundle={{ ...bundle, amountMinor: lowered ?? bundle.amountMinor }}
            code={lowered === null ? null : (applied?.discount.code ?? null)}
            isChecking={isChecking}
            stored={stored}
          />
        </>
      ) : (
        <>
          <p className="text-text-muted">{t('repeat.notStored')}</p>
          <Button size="lg" isWide render={<Link to={checkout} prefetch="intent" />}>
            {t('repeat.choose')}
          </Button>
        </>
      )}
      <div className="-my-2 flex flex-col gap-1">
        {stored && (
          <Button isWide variant="ghost" render={<Link to={checkout} prefetch="intent" />}>
            {t('repeat.otherMethod')}
          </Button>
        )}
        <Button isWide variant="ghost" render={<Link to={href('/credits')} prefetch="intent" />}>
          {t('otherBundle')}
        </Button>
      </div>
    </Card>
  )
}

interface PayProps {
  /** With the price that is paid. */
  bundle: Bundle
  /** The discount code that this price contains. */
  code: string | null
  /** The price is not final. */
  isChecking: boolean
  stored: StoredMethod
}

function PayStored({ bundle, code, isChecking, stored: { id, method, label } }: PayProps) {
  const t = useTranslations('payments')
  const money = useMoney()
  const pay = useRepeatOrder({ storedMethod: id, bundle: bundle.id, amountMinor: bundle.amountMinor, code })
  const remove = useRemoveStoredMethod()
  return (
    <>
      <div className="flex items-center gap-3 rounded-md border border-line py-1 ps-4 pe-1">
        <MethodLogo method={method} />
        <span className="min-w-0 flex-1 font-medium tabular-nums">{label}</span>
        <Button variant="ghost" size="sm" isPending={remove.isPending} onClick={() => remove.mutate()}>
          {t('repeat.remove')}
        </Button>
      </div>
      <SpendingLimitNote amountMinor={bundle.amountMinor} currency={bundle.currency} />
      <div className="flex flex-col gap-2">
        <Button size="lg" isWide isPending={isChecking || pay.isPending || pay.isSuccess} onClick={() => pay.mutate()}>
          {t('repeat.pay', { price: money(bundle) })}
        </Button>
        <p className="text-center text-sm text-text-muted">{t('repeat.note')}</p>
      </div>
    </>
  )
}

/** Buys a bundle with the stored method, and goes to the result. */
function useRepeatOrder(purchase: RepeatPurchase) {
  const [clientIdFor] = useState(() => createClientIds<string>())
  const client = useQueryClient()
  const continueTo = useContinueTo()
  const showError = useErrorToast()
  const payment = useMutation({
    async mutationFn() {
      const clientId = clientIdFor(repeatChoiceOf(purchase))
      const { order } = await call(createRepeatOrder, { body: { clientId, ...purchase } })
      void client.invalidateQueries(latestOrdersQuery())
      void client.invalidateQueries(waitingDiscountQuery())
      await continueTo(href('/transactions/:id?', { id: order.id }))
    },
    onError: (error) => {
      showError(error)
      // Price, discount or method have changed: the page shows what they are now.
      void client.invalidateQueries(repeatOrderQuery())
      void client.invalidateQueries(waitingDiscountQuery())
    },
  })
  useRestored(payment.reset)
  return payment
}

/** Removes the stored method. */
function useRemoveStoredMethod() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeStoredMethod, {}),
    onError: useErrorToast(),
    onSettled: () => client.invalidateQueries(repeatOrderQuery()),
  })
}
