import { useTranslations } from 'use-intl'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { visitorsOnly } from '#web/shell/visitors-only.ts'
import { Card } from '#web/ui/elements/card.tsx'

export const loader = visitorsOnly
export const clientLoader = visitorsOnly

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
