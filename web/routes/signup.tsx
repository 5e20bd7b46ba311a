import { useTranslations } from 'use-intl'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { SignupForm } from '#web/features/signup/signup-form.tsx'
import { PageTitle } from '#web/shell/page-title.tsx'
import { visitorsOnly } from '#web/shell/visitors-only.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/elements/card.tsx'

export const loader = visitorsOnly
export const clientLoader = visitorsOnly

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
