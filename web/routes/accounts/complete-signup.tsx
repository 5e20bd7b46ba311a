import { useTranslations } from '#web/i18n/intl.tsx'
import { loading } from '#web/api/load.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { citiesQuery } from '#web/features/settings/list-queries.ts'
import { CompleteFlow } from '#web/features/signup/complete-flow.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'

const load = loading(async ({ query }) => {
  const { profile } = await query(ownProfileQuery())
  // The list of towns is part of its step from the start: what lies below must not move under a finger.
  if (profile.region !== '') await query(citiesQuery(profile))
})
export const handle: PageLayout = { hidesBars: true }
export const loader = load
export const clientLoader = load

/** What a new member can fill in after the account exists. */
export default function CompleteSignup() {
  const t = useTranslations('signup.complete')
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <CompleteFlow />
    </>
  )
}
