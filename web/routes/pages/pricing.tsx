import { noop, useSuspenseQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BundleCards } from '#web/features/payments/checkout/bundle-cards.tsx'
import { CostTable } from '#web/features/payments/prices/cost-table.tsx'
import { CountryPrices } from '#web/features/payments/prices/country-prices.tsx'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { bundlesQuery, priceListQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/pricing'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const discount = query(userQuery()).then(({ user }) => user && query(waitingDiscountQuery()).catch(noop))
  await Promise.all([query(bundlesQuery()), query(priceListQuery()), discount])
})
export const loader = load
export const clientLoader = load

/** What costs what, for members and visitors: bundles, uses of credits, and each country's prices. */
export default function Pricing() {
  const t = useTranslations('pricing')
  const format = useFormatter()
  const countryName = useCountryName()
  const { bundles, vatPercent, tax } = useSuspenseQuery(bundlesQuery()).data
  const { country } = useSuspenseQuery(priceListQuery()).data
  const user = useUser()
  const isSignupOpen = useIsSignupOpen()
  return (
    <>
      <PageTitle title={t('title')} description={t('lead')} path="/pricing" />
      <div className="mx-auto mb-10 max-w-2xl text-center">
        <h1 className="bar-title text-3xl font-bold">{t('title')}</h1>
        <p className="mt-2 text-lg text-text-muted">{t('lead')}</p>
        {!user && isSignupOpen && (
          <Button size="lg" className="mt-5" render={<Link to={href('/signup')} prefetch="intent" />}>
            {t('signup')}
          </Button>
        )}
      </div>
      <section aria-labelledby="packages" className="mx-auto mb-12 max-w-2xl">
        <h2 id="packages" className="text-2xl font-bold">
          {t('packages')}
        </h2>
        <p className="mt-1 mb-6 text-text-muted">
          {t('pricesFor', {
            country: countryName(country),
            currency: format.displayName(bundles[0]?.currency ?? '', { type: 'currency' }) ?? '',
          })}
        </p>
        <BundleCards bundles={bundles} />
        <PriceNotes offer={{ vatPercent, tax }} />
      </section>
      <section aria-labelledby="costs" className="mx-auto max-w-2xl">
        <h2 id="costs" className="text-2xl font-bold">
          {t('costs.title')}
        </h2>
        <p className="mt-1 mb-4 text-text-muted">{t('costs.lead')}</p>
        <CostTable bundles={bundles} />
      </section>
      <CountryPrices />
    </>
  )
}
