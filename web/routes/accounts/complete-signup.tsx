import { useTranslations } from '#web/i18n/intl.tsx'
import { loading } from '#web/api/load.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { CompleteFlow } from '#web/features/signup/complete-flow.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Card } from '#web/ui/elements/card.tsx'

const load = loading(async ({ query }) => {
  await query(ownProfileQuery())
})
export const loader = load
export const clientLoader = load

/** What a new member can fill in after the account exists. */
export default function CompleteSignup() {
  const t = useTranslations('signup.complete')
  const name = useUser()?.profile.name ?? ''
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-1 text-3xl font-bold wrap-anywhere">{t('heading', { name })}</h1>
      <p className="mb-6 text-text-muted">{t('lead')}</p>
      <Card padding="lg">
        <CompleteFlow />
      </Card>
    </div>
  )
}
