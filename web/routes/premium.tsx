import { useSuspenseQuery } from '@tanstack/react-query'
import { Crown, Images, MessagesSquare, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FREE_CONVERSATIONS, FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BundleCards } from '#web/features/payments/bundle-cards.tsx'
import { PriceNotes } from '#web/features/payments/price-notes.tsx'
import { bundlesQuery } from '#web/features/payments/queries.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import type { Route } from './+types/premium'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(bundlesQuery())
})
export const loader = load
export const clientLoader = load

/** The advantages of premium and the bundles; the first purchase of any bundle makes a member premium (CRED-4). */
export default function Premium() {
  const t = useTranslations('payments')
  const { bundles, vatPercent } = useSuspenseQuery(bundlesQuery()).data
  const isPremium = useUser()?.paid_user ?? false
  return (
    <>
      <PageTitle title={t('premiumTitle')} />
      <section className="mb-10 rounded-lg bg-signature px-6 py-10 text-center text-on-accent">
        <Crown aria-hidden className="mx-auto mb-3 size-12" />
        <h1 className="text-3xl font-bold md:text-4xl">{t('premiumHeading')}</h1>
        <p className="mx-auto mt-3 max-w-xl text-lg">{t('premiumLead')}</p>
        <ul className="mx-auto mt-8 grid max-w-3xl gap-6 md:grid-cols-3">
          <Advantage icon={<Images aria-hidden />} text={t('advantages.photos')} />
          <Advantage
            icon={<MessagesSquare aria-hidden />}
            text={t('advantages.chats', { count: FREE_CONVERSATIONS })}
          />
          <Advantage
            icon={<UserRoundPlus aria-hidden />}
            text={t('advantages.own', { premium: PREMIUM_PHOTOS, free: FREE_PHOTOS })}
          />
        </ul>
      </section>
      {isPremium && (
        <Alert tone="success" className="mb-8">
          {t('isPremium')}
        </Alert>
      )}
      <BundleCards bundles={bundles} />
      <PriceNotes vatPercent={vatPercent} />
    </>
  )
}

function Advantage({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <li className="flex flex-col items-center gap-2 font-semibold [&>svg]:size-8">
      {icon}
      {text}
    </li>
  )
}
