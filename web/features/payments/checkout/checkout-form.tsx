import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Bundle, PaymentMethod } from '#contract/payments/schemas.ts'
import type { getBundles } from '#contract/payments/calls.ts'
import { PremiumLine } from '#web/features/payments/prices/premium-line.tsx'
import { SpendingLimitNote } from '#web/features/payments/spending-limit/spending-limit-note.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Link } from '#web/api/link.tsx'
import { loweredAmount, type AppliedDiscount } from './applied-discount.ts'
import { BundlePrice, DiscountNotes } from './bundle-price.tsx'
import { chosenMethod } from './chosen-method.ts'
import { codeOfLink } from './code-of-link.ts'
import { DiscountField } from './discount-field.tsx'
import { MethodChoice } from './method-choice.tsx'
import { PaymentCountry } from './payment-country.tsx'
import { SecureLine } from './secure-line.tsx'
import { ownPageOf, useCheckout } from './use-checkout.ts'
import { useDiscount } from './use-discount.ts'

interface Props {
  bundle: Bundle
  offer: ReplyOf<typeof getBundles>
  /** The payment method that the path names. */
  named: string | undefined
}

/**
 * The method, and beside it the sum with the button that pays. On a phone the sum is above the method, and
 * the button stays at the lower edge of the screen.
 */
export function CheckoutForm({ bundle, offer: { country, methods, storable, providers }, named }: Props) {
  const t = useTranslations('payments')
  const money = useMoney()
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
  const amountMinor = lowered ?? bundle.amountMinor
  const provider = method && providers[method]
  return (
    <div className="flex flex-col gap-4 md:grid md:grid-cols-[1fr_20rem] md:items-start md:gap-6">
      <Card padding="lg" className="flex flex-col gap-6">
        <MethodPart methods={methods} choice={choice} onPick={setPicked} />
        {method && storable.includes(method) && (
          <Checkbox
            label={t('store.label')}
            description={t('store.text')}
            checked={storesMethod}
            onChange={({ currentTarget }) => setStoresMethod(currentTarget.checked)}
            className="-my-3"
          />
        )}
        <PaymentCountry
          country={country}
          onChange={(to) =>
            setSearchParams((query) => ({ ...Object.fromEntries(query), country: to }), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
        <DiscountField
          linkedCode={linkedCode}
          applied={applied}
          onChange={discount.setApplied}
          onChecking={discount.setChecking}
          onLinkFailed={discount.dropLinked}
        />
      </Card>
      {/* Two parts of one card, between which a phone has the form. */}
      <div className="contents md:sticky md:top-24 md:block md:rounded-lg md:bg-surface-raised md:p-6 md:shadow-raised">
        <Sum bundle={bundle} applied={applied} />
        {method && (
          <div className="edge-actions sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 bg-surface/95 px-4 pt-3 pb-[calc(--spacing(3)+env(safe-area-inset-bottom))] backdrop-blur-md md:static md:mx-0 md:mt-5 md:gap-3 md:bg-transparent md:p-0">
            <PayButton
              ownPage={ownPageOf(method, { bundle: bundle.id, code: entered })}
              price={money({ ...bundle, amountMinor })}
              isPending={isChecking || checkout.isPending || checkout.isSuccess}
              onPay={() => {
                const code = lowered === null ? null : (applied?.discount.code ?? null)
                checkout.mutate({ method, code, country, storesMethod: storesMethod && storable.includes(method) })
              }}
            />
            {provider && <SecureLine provider={provider} />}
          </div>
        )}
      </div>
    </div>
  )
}

interface MethodPartProps {
  methods: readonly PaymentMethod[]
  choice: ReturnType<typeof chosenMethod>
  onPick: (method: PaymentMethod) => void
}

/** The choice of the method, or why there is none. */
function MethodPart({ methods, choice: { choice, isUnknown }, onPick }: MethodPartProps) {
  const t = useTranslations('payments')
  return (
    <>
      {isUnknown && <Alert tone="warning">{t('methodUnknown')}</Alert>}
      {choice === null ? (
        <Alert tone="warning" title={t('noMethods.title')}>
          {t('noMethods.text')}
        </Alert>
      ) : (
        <MethodChoice methods={methods} value={choice} onValueChange={onPick} />
      )}
    </>
  )
}

/** What is bought, and for how much. */
function Sum({ bundle, applied }: { bundle: Bundle; applied: AppliedDiscount | null }) {
  const t = useTranslations('payments')
  const lowered = loweredAmount(bundle, applied)
  return (
    <div className="flex flex-col gap-3 max-md:order-first max-md:rounded-lg max-md:bg-surface-raised max-md:p-5 max-md:shadow-raised">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span>
          <span className="block text-xl font-bold">{t('credits', { count: bundle.credits })}</span>
          <span className="text-text-muted">{t('messages', { count: bundle.messages })}</span>
        </span>
        <BundlePrice bundle={bundle} lowered={lowered} />
      </p>
      <PremiumLine />
      <DiscountNotes bundle={bundle} applied={applied} />
      <SpendingLimitNote amountMinor={lowered ?? bundle.amountMinor} currency={bundle.currency} />
    </div>
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
