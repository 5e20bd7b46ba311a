import { noop, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BundleChoice } from '#web/features/payments/checkout/bundle-choice.tsx'
import { OrderList } from '#web/features/payments/orders/order-list.tsx'
import { SecureLine } from '#web/features/payments/checkout/secure-line.tsx'
import { PremiumLine } from '#web/features/payments/prices/premium-line.tsx'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { bundlesQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { WaitingMessage } from '#web/features/payments/checkout/waiting-message.tsx'
import { SpendingLimit } from '#web/features/payments/spending-limit/spending-limit.tsx'
import { Statement } from '#web/features/payments/orders/statement.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/credits'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(bundlesQuery()), query(waitingDiscountQuery()).catch(noop)])
})
export const loader = load
export const clientLoader = load

export default function Credits() {
  const t = useTranslations('payments')
  const offer = useSuspenseQuery(bundlesQuery()).data
  const credits = useUser()?.credits ?? 0
  // Where methods have different providers, the checkout names that of the chosen one.
  const [provider, ...others] = new Set(Object.values(offer.providers))
  return (
    <>
      <PageTitle title={t('creditsTitle')} isPrivate />
      <div className="mb-6 text-center max-md:-mt-2">
        <h1 className="bar-title text-3xl font-bold">{t('creditsHeading')}</h1>
        <p className="mt-2 text-text-muted tabular-nums">{t('balance', { count: credits })}</p>
      </div>
      <WaitingMessage className="mx-auto mb-4 max-w-2xl" />
      <PremiumLine className="mx-auto mb-4 max-w-2xl" />
      <BundleChoice bundles={offer.bundles} />
      {provider && others.length === 0 && <SecureLine provider={provider} />}
      <PriceNotes offer={offer} />
      <OrderList />
      <SpendingLimit />
      <Statement />
    </>
  )
}
