import { useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { hasInvalidLink } from '#web/features/accounts/link-paths.ts'
import { ResetRequestForm } from '#web/features/accounts/login/reset-request-form.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { BesideCast } from '#web/shell/layouts/beside-cast.tsx'
import { Card } from '#web/ui/elements/card.tsx'

/** Requests the mail for another password. Members use it too, so it is open to all. */
export default function ResetPassword() {
  const t = useTranslations('accounts.reset')
  const errorText = useErrorText()
  const [parameters] = useSearchParams()
  return (
    <BesideCast>
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-2 text-3xl font-bold">{t('heading')}</h1>
      <p className="mb-6 text-text-muted">{t('lead')}</p>
      <Card padding="lg">
        <ResetRequestForm
          hasInvalidLink={hasInvalidLink(parameters)}
          invalidLinkText={errorText.ofCode('accounts.link_invalid')}
        />
      </Card>
    </BesideCast>
  )
}
