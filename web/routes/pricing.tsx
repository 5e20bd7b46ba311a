import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { loading, type Loading } from '#web/api/load.ts'
import { BundleCards } from '#web/features/payments/bundle-cards.tsx'
import { PriceNotes } from '#web/features/payments/price-notes.tsx'
import { bundlesQuery } from '#web/features/payments/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import type { Route } from './+types/pricing'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(bundlesQuery())
})
export const loader = load
export const clientLoader = load

/** All prices, for members and visitors. */
export default function Pricing() {
  const t = useTranslations('payments')
  const { bundles, vatPercent } = useSuspenseQuery(bundlesQuery()).data
  const { message_credits: messageCredits } = useSettings()
  return (
    <>
      <PageTitle title={t('pricingTitle')} />
      <div className="mb-8 text-center">
        <h1 className="text-3xl font-bold">{t('pricingTitle')}</h1>
        <p className="mt-2 text-text-muted">{t('pricingLead', { count: messageCredits })}</p>
      </div>
      <BundleCards bundles={bundles} />
      <PriceNotes vatPercent={vatPercent} />
    </>
  )
}
