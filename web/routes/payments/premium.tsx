import { noop, useSuspenseQuery } from '@tanstack/react-query'
import Crown from 'lucide-react/icons/crown'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BundleCards } from '#web/features/payments/checkout/bundle-cards.tsx'
import { BundleChoice } from '#web/features/payments/checkout/bundle-choice.tsx'
import { WaitingMessage } from '#web/features/payments/checkout/waiting-message.tsx'
import { PremiumComparison } from '#web/features/payments/prices/premium-comparison.tsx'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { bundlesQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { useIsSignupOpen, useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/premium'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const discount = query(userQuery()).then(({ user }) => user && query(waitingDiscountQuery()).catch(noop))
  await Promise.all([query(bundlesQuery()), discount])
})
export const loader = load
export const clientLoader = load

/** The advantages of premium and the bundles; the first purchase makes a member premium (CRED-4). */
export default function Premium() {
  const t = useTranslations('payments')
  const pricingT = useTranslations('pricing.premium')
  const offer = useSuspenseQuery(bundlesQuery()).data
  const isMember = useUser() !== null
  return (
    <>
      <PageTitle title={t('premiumTitle')} description={t('premiumLead')} path="/premium" />
      <p aria-hidden className="bar-title hidden">
        {t('premiumTitle')}
      </p>
      <WaitingMessage className="mx-auto mb-4 max-w-2xl" />
      <Hero />
      <div className="my-10">
        <PremiumComparison />
      </div>
      <h2 className="mb-6 text-center text-2xl font-bold">{pricingT('packages')}</h2>
      {isMember ? <BundleChoice bundles={offer.bundles} /> : <BundleCards bundles={offer.bundles} />}
      <PriceNotes offer={offer} />
      <p className="mt-4 text-center">
        <Link to={href('/pricing')} prefetch="intent" className="target font-semibold text-accent-text underline">
          {pricingT('costs')}
        </Link>
      </p>
    </>
  )
}

/** A visitor is offered the sign-up, a free member the bundles below, a premium member the search. */
function Hero() {
  const t = useTranslations('payments')
  const pricingT = useTranslations('pricing.premium')
  const user = useUser()
  const isSignupOpen = useIsSignupOpen()
  const { premium_match_claim: claim } = useSettings()
  const isPremium = user?.paid_user ?? false
  return (
    <section className="rounded-lg bg-signature px-4 py-6 text-center text-on-accent md:px-6 md:py-10">
      <Crown aria-hidden className="mx-auto mb-3 size-12" />
      <h1 className="text-3xl font-bold text-balance max-[22.5rem]:text-2xl md:text-4xl">
        {isPremium ? t('isPremium') : t('premiumHeading')}
      </h1>
      <p className="mx-auto mt-3 max-w-xl text-lg text-pretty">{isPremium ? pricingT('thanks') : t('premiumLead')}</p>
      {claim && (
        <p className="mx-auto mt-3 max-w-xl text-lg font-semibold">
          {pricingT('claim', { rate: claim.percentage / 100 })}{' '}
          <span className="block text-sm font-normal">{pricingT('source', { source: claim.source })}</span>
        </p>
      )}
      {isPremium && (
        <Button variant="secondary" className="mt-6" render={<Link to={href('/members')} prefetch="intent" />}>
          {t('toMembers')}
        </Button>
      )}
      {!user && isSignupOpen && (
        <Button variant="secondary" size="lg" className="mt-6" render={<Link to={href('/signup')} prefetch="intent" />}>
          {pricingT('signup')}
        </Button>
      )}
    </section>
  )
}
