import { href, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { loading, type Loading } from '#web/api/load.ts'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import type { Route } from './+types/login'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  if (user) throw redirect(href('/members'))
})
export const loader = load
export const clientLoader = load

export default function Login() {
  const t = useTranslations('accounts')
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('login.title')} />
      <h1 className="mb-2 text-3xl font-bold">{t('login.heading')}</h1>
      <p className="mb-6 text-text-muted">{t('login.lead', { site: useSiteName() })}</p>
      <Card padding="lg">
        <LoginForm />
      </Card>
    </div>
  )
}
