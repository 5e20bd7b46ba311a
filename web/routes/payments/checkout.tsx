import { noop, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { href, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { CheckoutForm } from '#web/features/payments/checkout/checkout-form.tsx'
import { WaitingMessage } from '#web/features/payments/checkout/waiting-message.tsx'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { bundlesQuery, spendingLimitQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { paymentCountryIn, unknownPage } from '#web/routes/route-params.ts'
import type { Route } from './+types/checkout'

const load = loading(async ({ query, params, request }: Loading<Route.LoaderArgs>) => {
  const country = paymentCountryIn(new URL(request.url).searchParams)
  const [{ bundles }] = await Promise.all([
    query(bundlesQuery(country)),
    query(waitingDiscountQuery()).catch(noop),
    query(spendingLimitQuery()).catch(noop),
  ])
  if (!bundles.some(({ id }) => id === params.id)) throw unknownPage()
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
    <div className="mx-auto max-w-form md:max-w-4xl">
      <PageTitle title={t('checkoutTitle')} isPrivate />
      <Button
        variant="ghost"
        size="sm"
        icon={<ArrowLeft />}
        className="-ms-4 mb-4"
        render={<Link to={href('/credits')} prefetch="intent" />}
      >
        {t('otherBundle')}
      </Button>
      <h1 className="mb-4 text-3xl font-bold">{t('checkoutHeading')}</h1>
      <WaitingMessage className="mb-4" />
      <CheckoutForm key={bundle.id} bundle={bundle} offer={offer} named={params.paymentmethod} />
      <PriceNotes offer={offer} />
    </div>
  )
}
