import { noop, useSuspenseQuery } from '@tanstack/react-query'
import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { PriceNotes } from '#web/features/payments/prices/price-notes.tsx'
import { repeatOrderQuery, spendingLimitQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'
import { WaitingMessage } from '#web/features/payments/checkout/waiting-message.tsx'
import { RepeatOrder } from '#web/features/payments/orders/repeat-order.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/repeat-order'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const [{ bundle }] = await Promise.all([
    query(repeatOrderQuery()),
    query(waitingDiscountQuery()).catch(noop),
    query(spendingLimitQuery()).catch(noop),
  ])
  // Nothing was bought that could be repeated.
  if (!bundle) throw redirect(href('/credits'))
})
export const loader = load
export const clientLoader = load

/** Buys the last bundle again. */
export default function RepeatOrderPage() {
  const t = useTranslations('payments')
  const offer = useSuspenseQuery(repeatOrderQuery()).data
  const { bundle, stored } = offer
  const credits = useUser()?.credits ?? 0
  if (!bundle) return null
  return (
    <div className="mx-auto max-w-form">
      <PageTitle title={t('repeat.title')} isPrivate />
      <h1 className="bar-title text-3xl font-bold">{t('repeat.title')}</h1>
      <p className="mt-2 mb-6 text-text-muted tabular-nums">{t('balance', { count: credits })}</p>
      <WaitingMessage className="mb-4" />
      <RepeatOrder bundle={bundle} stored={stored} />
      <PriceNotes offer={offer} />
    </div>
  )
}
