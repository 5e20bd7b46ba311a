import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { href, Link, redirect, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { hasInvalidLink, hasOpenedLink } from '#web/features/accounts/link-paths.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/mail-change-do'

/** Without a link there is no result: the address leads to the form of the change. */
const load = loading(async ({ url: { searchParams } }: Loading<Route.LoaderArgs>) => {
  if (!hasOpenedLink(searchParams) && !hasInvalidLink(searchParams)) throw redirect(href('/notifications/account'))
})
export const loader = load
export const clientLoader = load

/**
 * The result of the link mailed to a new address (ACC-14). It names no address: the link may belong to
 * another member than the one logged in.
 */
export default function MailChangeDo() {
  const t = useTranslations('accounts.mailChanged')
  const invalidText = useErrorText().ofCode('accounts.link_invalid')
  const user = useUser()
  const [parameters] = useSearchParams()
  const isInvalid = hasInvalidLink(parameters)
  const heading = isInvalid ? invalidText : t('heading')
  return (
    <div className="mx-auto max-w-xl py-6 text-center">
      <PageTitle title={heading} isPrivate />
      {isInvalid ? (
        <MailX aria-hidden className="mx-auto mb-4 size-14 text-danger-text" />
      ) : (
        <MailCheck aria-hidden className="mx-auto mb-4 size-14 text-success-text" />
      )}
      <h1 className="mb-2 text-3xl font-bold">{heading}</h1>
      <p className="mb-8 break-words text-text-muted">{t(isInvalid ? 'invalid' : 'done')}</p>
      {user ? (
        <Button render={<Link to={href('/notifications')} />}>{t('settings')}</Button>
      ) : (
        <Button render={<Link to={href('/login')} />}>{t('login')}</Button>
      )}
    </div>
  )
}
