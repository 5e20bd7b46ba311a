import { noop, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { href, useLocation, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Bundle, PaymentMethod } from '#contract/payments/schemas.ts'
import type { getBundles } from '#contract/payments/calls.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { loweredAmount } from '#web/features/payments/checkout/applied-discount.ts'
import { BundlePrice, DiscountNotes } from '#web/features/payments/checkout/bundle-price.tsx'
import { codeOfLink } from '#web/features/payments/checkout/code-of-link.ts'
import { DiscountField } from '#web/features/payments/checkout/discount-field.tsx'
import { chosenMethod } from '#web/features/payments/checkout/chosen-method.ts'
import { MethodChoice } from '#web/features/payments/checkout/method-choice.tsx'
import { ownPageOf, useCheckout } from '#web/features/payments/checkout/use-checkout.ts'
import { PaymentCountry } from '#web/features/payments/checkout/payment-country.tsx'
import { bundlesQuery, spendingLimitQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { SpendingLimitNote } from '#web/features/payments/spending-limit/spending-limit-note.tsx'
import { useDiscount } from '#web/features/payments/checkout/use-discount.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Link } from '#web/api/link.tsx'
import { paymentCountryIn } from '#web/routes/route-params.ts'
import type { Route } from './+types/checkout'

const load = loading(async ({ query, params, request }: Loading<Route.LoaderArgs>) => {
  const country = paymentCountryIn(new URL(request.url).searchParams)
  const [{ bundles }] = await Promise.all([
    query(bundlesQuery(country)),
    query(waitingDiscountQuery()).catch(noop),
    query(spendingLimitQuery()).catch(noop),
  ])
  if (!bundles.some(({ id }) => id === params.id)) throw new Response(null, { status: 404 })
})
export const loader = load
export const clientLoader = load
export const handle: PageLayout = { hidesBars: true }

/** One bundle and its payment methods. */
export default function Checkout({ params }: Route.ComponentProps) {
  const t = useTranslations('payments')
  const [searchParams] = useSearchParams()
  const offer = useSuspenseQuery(bundlesQuery(paymentCountryIn(searchParams))).data
  const bundle = offer.bundles.find(({ id }) => id === params.id)
  if (!bundle) return null
  return (
    <div className="mx-auto max-w-form">
      <PageTitle title={t('checkoutTitle')} isPrivate />
      <Button
        variant="ghost"
        size="sm"
        icon={<ArrowLeft />}
        className="mb-4"
        render={<Link to={href('/credits')} prefetch="intent" />}
      >
        {t('otherBundle')}
      </Button>
      <h1 className="mb-4 text-3xl font-bold">{t('checkoutHeading')}</h1>
      <CheckoutForm key={bundle.id} bundle={bundle} offer={offer} named={params.paymentmethod} />
      <PriceNotes offer={offer} />
    </div>
  )
}

type Offer = ReplyOf<typeof getBundles>

interface FormProps {
  bundle: Bundle
  offer: Offer
  /** The payment method that the path names. */
  named: string | undefined
}

function CheckoutForm({ bundle, offer, named }: FormProps) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { country, methods, storable } = offer
  const [picked, setPicked] = useState<PaymentMethod | null>(null)
  const choice = chosenMethod(methods, picked !== null && methods.includes(picked) ? picked : named)
  const { method } = choice
  const [storesMethod, setStoresMethod] = useState(false)
  const [, setSearchParams] = useSearchParams()
  const checkout = useCheckout(bundle.id)
  const linkedCode = codeOfLink(useLocation().search)
  const discount = useDiscount(linkedCode)
  const { applied, entered, isChecking } = discount
  const lowered = loweredAmount(bundle, applied)
  const price = money({ ...bundle, amountMinor: lowered ?? bundle.amountMinor })
  return (
    <Card padding="lg" className="flex flex-col gap-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span>
          <span className="block text-xl font-bold">{t('credits', { count: bundle.credits })}</span>
          <span className="text-text-muted">{t('messages', { count: bundle.messages })}</span>
        </span>
        <BundlePrice bundle={bundle} lowered={lowered} />
      </p>
      <DiscountField
        linkedCode={linkedCode}
        applied={applied}
        onChange={discount.setApplied}
        onChecking={discount.setChecking}
        onLinkFailed={discount.dropLinked}
      />
      <DiscountNotes bundle={bundle} applied={applied} />
      <PaymentCountry
        country={country}
        onChange={(to) =>
          setSearchParams((query) => ({ ...Object.fromEntries(query), country: to }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      {choice.isUnknown && <Alert tone="warning">{t('methodUnknown')}</Alert>}
      {method === null || choice.choice === null ? (
        <Alert tone="warning" title={t('noMethods.title')}>
          {t('noMethods.text')}
        </Alert>
      ) : (
        <>
          <MethodChoice methods={methods} value={choice.choice} onValueChange={setPicked} />
          {storable.includes(method) && (
            <Checkbox
              label={t('store.label')}
              description={t('store.text')}
              checked={storesMethod}
              onChange={({ currentTarget }) => setStoresMethod(currentTarget.checked)}
              className="-my-3"
            />
          )}
          <SpendingLimitNote amountMinor={lowered ?? bundle.amountMinor} currency={bundle.currency} />
          <PayButton
            ownPage={ownPageOf(method, { bundle: bundle.id, code: entered })}
            price={price}
            isPending={isChecking || checkout.isPending || checkout.isSuccess}
            onPay={() => {
              const code = lowered === null ? null : (applied?.discount.code ?? null)
              checkout.mutate({ method, code, country, storesMethod: storesMethod && storable.includes(method) })
            }}
          />
        </>
      )}
    </Card>
  )
}

interface PayButtonProps {
  /** The page of the site on which the method goes on. */
  ownPage: string | null
  /** As it is written. */
  price: string
  isPending: boolean
  onPay: () => void
}

/** Goes on to the provider's page, or to the site's own page of the method. */
function PayButton({ ownPage, price, isPending, onPay }: PayButtonProps) {
  const t = useTranslations('payments')
  if (ownPage !== null) {
    return (
      <Button size="lg" isWide render={<Link to={ownPage} prefetch="intent" />}>
        {t('toBankDetails')}
      </Button>
    )
  }
  return (
    <Button size="lg" isWide isPending={isPending} onClick={onPay}>
      {t('pay', { price })}
    </Button>
  )
}
