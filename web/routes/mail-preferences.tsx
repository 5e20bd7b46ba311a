import { useSearchParams } from 'react-router'
import { MailPreferences } from '#web/features/notifications/mail-preferences.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Card } from '#web/ui/elements/card.tsx'

/** Chooses mails without a log-in, by the link in each of them. */
export default function MailPreferencesPage() {
  const t = useTranslations('mail-preferences')
  const [parameters] = useSearchParams()
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-6 text-3xl font-bold">{t('title')}</h1>
      <Card padding="lg">
        <MailPreferences token={parameters.get('token') ?? ''} />
      </Card>
    </div>
  )
}
