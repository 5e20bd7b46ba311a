import { useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { LoginForm } from '#web/features/accounts/login/login-form.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { BesideCast } from '#web/shell/layouts/beside-cast.tsx'
import { visitorsOnly } from '#web/shell/entry/visitors-only.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/elements/card.tsx'

export const loader = visitorsOnly
export const clientLoader = visitorsOnly

export default function Login() {
  const t = useTranslations('accounts')
  const [parameters] = useSearchParams()
  const site = useSiteName()
  return (
    <BesideCast>
      <PageTitle title={t('login.title')} description={t('login.lead', { site })} path="/login" />
      <h1 className="mb-2 text-3xl font-bold">{t('login.heading')}</h1>
      <p className="mb-6 text-text-muted">{t('login.lead', { site })}</p>
      {parameters.get('signup') === 'mailed' && (
        <Alert tone="success" isLive title={t('reset.sentTitle')} className="mb-6">
          {t('login.mailed')}
        </Alert>
      )}
      <Card padding="lg">
        <LoginForm />
      </Card>
    </BesideCast>
  )
}
