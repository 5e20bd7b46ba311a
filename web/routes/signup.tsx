import { href, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { loading, type Loading } from '#web/api/load.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { SignupForm } from '#web/features/signup/signup-form.tsx'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import type { Route } from './+types/signup'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  if (user) throw redirect(href('/members'))
})
export const loader = load
export const clientLoader = load

export default function Signup() {
  const t = useTranslations('signup')
  const { name, signups } = useSettings()
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} />
      <h1 className="mb-2 text-3xl font-bold">{t('heading')}</h1>
      <p className="mb-6 text-text-muted">{t('lead', { site: name })}</p>
      {signups === 'none' ? (
        <Alert tone="info">{t('closed')}</Alert>
      ) : (
        <Card padding="lg">
          <SignupForm />
        </Card>
      )}
    </div>
  )
}
