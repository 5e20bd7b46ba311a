import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Undo2 from 'lucide-react/icons/undo-2'
import { href, redirect, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { DELETION_DAYS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { hasInvalidLink, hasOpenedLink } from '#web/features/accounts/link-paths.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import type { Route } from './+types/account-deleted'

/** The account of who is logged in is not deleted: without a link there is nothing to say. */
const load = loading(async ({ query, url }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  if (user && !url.searchParams.has('link')) throw redirect(href('/members'))
})
export const loader = load
export const clientLoader = load

/**
 * After the deletion: what happened and how to come back. After the restoration: that everything is there
 * (ACC-13), also where its link has not logged in: it was used before, or a second factor is on.
 */
export default function AccountDeleted() {
  const [parameters] = useSearchParams()
  const isLoggedIn = useUser() !== null
  return (
    <div className="mx-auto max-w-xl py-6 text-center">
      {hasOpenedLink(parameters) ? <Restored isLoggedIn={isLoggedIn} /> : isLoggedIn ? <InvalidLink /> : <Deleted />}
    </div>
  )
}

function Deleted() {
  const t = useTranslations('deletion.deleted')
  const errorText = useErrorText()
  const [parameters] = useSearchParams()
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <HeartHandshake aria-hidden className="mx-auto mb-4 size-14 text-accent-text" />
      <h1 className="mb-2 text-3xl font-bold">{t('heading')}</h1>
      <p className="mb-8 text-text-muted">{t('text')}</p>
      {hasInvalidLink(parameters) && (
        <div className="mb-6 text-start">
          <Alert tone="warning">{errorText.ofCode('accounts.link_invalid')}</Alert>
        </div>
      )}
      <Card padding="lg" className="mb-8 text-start">
        <h2 className="mb-2 text-lg font-semibold">{t('back')}</h2>
        <p className="mb-2">{t('backText', { days: DELETION_DAYS })}</p>
        <p className="text-sm text-text-muted">{t('after')}</p>
      </Card>
      <p className="flex flex-wrap justify-center gap-3">
        <Button render={<Link to={href('/')} />}>{t('home')}</Button>
        <Button variant="outline" render={<Link to={href('/login')} />}>
          {t('login')}
        </Button>
      </p>
    </>
  )
}

/** An old link, of a member whose account is there. */
function InvalidLink() {
  const t = useTranslations('deletion.restored')
  const text = useErrorText().ofCode('accounts.link_invalid')
  return (
    <>
      <PageTitle title={text} isPrivate />
      <h1 className="mb-8 text-3xl font-bold">{text}</h1>
      <Button render={<Link to={href('/members')} />}>{t('members')}</Button>
    </>
  )
}

function Restored({ isLoggedIn }: { isLoggedIn: boolean }) {
  const t = useTranslations('deletion')
  return (
    <>
      <PageTitle title={t('restored.title')} isPrivate />
      <Undo2 aria-hidden className="mx-auto mb-4 size-14 text-success-text" />
      <h1 className="mb-2 text-3xl font-bold">{t('restored.heading')}</h1>
      <p className="mb-8 text-text-muted">{t('restored.text')}</p>
      {isLoggedIn ? (
        <Button render={<Link to={href('/members')} />}>{t('restored.members')}</Button>
      ) : (
        <Button render={<Link to={href('/login')} />}>{t('deleted.login')}</Button>
      )}
    </>
  )
}
