import { loading, type Loading } from '#web/api/load.ts'
import { AgeCheckPanel } from '#web/features/accounts/age-check/age-check-panel.tsx'
import { ageCheckQuery } from '#web/features/accounts/age-check/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/age-check'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(ageCheckQuery())
})
export const loader = load
export const clientLoader = load

/** Whether the viewer's age is confirmed, and the way to the provider, which leads back here (PRO-40). */
export default function AgeCheck() {
  const t = useTranslations('age-check')
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="bar-title mb-6 text-2xl font-bold">{t('title')}</h1>
      <AgeCheckPanel />
    </div>
  )
}
