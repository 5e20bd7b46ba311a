import { noop, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { href, redirect, useLocation, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { DebitState } from '#contract/debits/schemas.ts'
import type { Bundle } from '#contract/payments/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { DebitForm } from '#web/features/debits/debit-form.tsx'
import { directDebitQuery } from '#web/features/debits/queries.ts'
import { loweredAmount } from '#web/features/payments/checkout/applied-discount.ts'
import { BundlePrice, DiscountNotes } from '#web/features/payments/checkout/bundle-price.tsx'
import { codeOfLink, withCode } from '#web/features/payments/checkout/code-of-link.ts'
import { DiscountField } from '#web/features/payments/checkout/discount-field.tsx'
import { middleBundle } from '#web/features/payments/checkout/middle-bundle.ts'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { bundlesQuery, spendingLimitQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { SpendingLimitNote } from '#web/features/payments/spending-limit/spending-limit-note.tsx'
import { useDiscount } from '#web/features/payments/checkout/use-discount.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { unknownPage } from '#web/routes/route-params.ts'
import type { Route } from './+types/direct-debit'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const [{ bundles }] = await Promise.all([
    query(bundlesQuery()),
    query(directDebitQuery()),
    query(waitingDiscountQuery()).catch(noop),
    query(spendingLimitQuery()).catch(noop),
  ])
  const { search, searchParams } = new URL(request.url)
  const bundle = searchParams.get('bundle')
  if (bundle === null) throw redirect(withCode(formPath(middleBundle(bundles)), codeOfLink(search)))
  if (!bundles.some(({ id }) => id === bundle)) throw unknownPage()
})
export const loader = load
export const clientLoader = load
export const handle: PageLayout = { hidesBars: true }

/** Returns the page of the form for a package; the packages if there is none. */
function formPath(bundle: Bundle | undefined) {
  return bundle ? `${href('/directdebit')}?bundle=${bundle.id}` : href('/credits')
}

/** Pays one bundle by direct debit (PAY-12). */
export default function DirectDebit() {
  const t = useTranslations('debits')
  const [search] = useSearchParams()
  const offer = useSuspenseQuery(bundlesQuery()).data
  const { state } = useSuspenseQuery(directDebitQuery()).data
  const bundle = offer.bundles.find(({ id }) => id === search.get('bundle'))
  if (!bundle) return null
  return (
    <div className="mx-auto max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <Button
        variant="ghost"
        size="sm"
        icon={<ArrowLeft />}
        className="-ms-4 mb-4"
        render={
          <Link
            to={withCode(href('/credits/:id/:paymentmethod?', { id: bundle.id }), codeOfLink(search.toString()))}
            prefetch="intent"
          />
        }
      >
        {t('otherMethod')}
      </Button>
      <h1 className="mb-4 text-3xl font-bold">{t('title')}</h1>
      {state === 'open' ? <Payment key={bundle.id} bundle={bundle} /> : <Closed state={state} bundle={bundle} />}
      <PriceNotes offer={offer} />
    </div>
  )
}

function Payment({ bundle }: { bundle: Bundle }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { creditor } = useSuspenseQuery(directDebitQuery()).data
  const linkedCode = codeOfLink(useLocation().search)
  const { applied, entered, isChecking, setApplied, setChecking, dropLinked } = useDiscount(linkedCode)
  const lowered = loweredAmount(bundle, applied)
  const amountMinor = lowered ?? bundle.amountMinor
  const price = money({ ...bundle, amountMinor })
  return (
    <Card padding="lg" className="flex flex-col gap-6">
      <p className="flex items-baseline justify-between gap-4 tabular-nums">
        <span className="text-xl font-bold">{t('credits', { count: bundle.credits })}</span>
        <BundlePrice bundle={bundle} lowered={lowered} />
      </p>
      <DiscountField
        linkedCode={linkedCode}
        applied={applied}
        onChange={setApplied}
        onChecking={setChecking}
        onLinkFailed={dropLinked}
      />
      <DiscountNotes bundle={bundle} applied={applied} />
      <SpendingLimitNote amountMinor={amountMinor} currency={bundle.currency} />
      <DebitForm
        bundle={bundle.id}
        code={lowered === null ? null : (applied?.discount.code ?? null)}
        enteredCode={entered}
        price={price}
        isPriceFinal={!isChecking}
        creditor={creditor}
      />
    </Card>
  )
}

/** Why this member cannot pay like this, and the way to what is possible. */
function Closed({ state, bundle: { id } }: { state: Exclude<DebitState, 'open'>; bundle: Bundle }) {
  const t = useTranslations('debits')
  const errorText = useErrorText()
  return (
    <Alert
      tone="warning"
      actions={
        <Button
          variant="outline"
          size="sm"
          render={<Link to={href('/credits/:id/:paymentmethod?', { id })} prefetch="intent" />}
        >
          {t('otherMethod')}
        </Button>
      }
    >
      {errorText.ofCode(`debits.${state}`)}
    </Alert>
  )
}
