import { useTranslations } from '#web/i18n/intl.tsx'
import { loading } from '#web/api/load.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { CompleteFlow } from '#web/features/signup/complete-flow.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'

const load = loading(async ({ query }) => {
  await query(ownProfileQuery())
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
