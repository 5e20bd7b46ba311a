import MailX from 'lucide-react/icons/mail-x'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'

/** For an expired or invalid activation link (ACC-5). The reminder above the page offers a new one. */
export default function ActivateError() {
  const t = useTranslations('accounts')
  const errorText = useErrorText()
  const user = useUser()
  const { support_email: contact } = useSettings()
  return (
    <div className="mx-auto max-w-xl py-6 text-center">
      <PageTitle title={t('activationFailed.title')} isPrivate />
      <MailX aria-hidden className="mx-auto mb-4 size-14 text-danger-text" />
      <h1 className="mb-2 text-3xl font-bold">{t('activationFailed.heading')}</h1>
      <p className="mb-8 text-text-muted">{errorText.ofCode('accounts.link_invalid')}</p>
      {!user && <Button render={<Link to={href('/login')} />}>{t('activationFailed.login')}</Button>}
      {user?.status === 'active' && <Button render={<Link to={href('/members')} />}>{t('activated.members')}</Button>}
      <p className="mt-8 text-sm break-words text-text-muted">{t('activationFailed.help', { contact })}</p>
    </div>
  )
}
