import { redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { ConsentForm } from '#web/features/accounts/consent-form.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { redirectFromConsentPage } from '#web/shell/access.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import type { Route } from './+types/consent'

const load = loading(async ({ query, url }: Loading<Route.LoaderArgs>) => {
  const { user } = await query(userQuery())
  const target = redirectFromConsentPage(user, url.searchParams)
  if (target) throw redirect(target)
})
export const loader = load
export const clientLoader = load

/** Asks a member again after the consent text has changed (SIGN-6). Pages for members lead here. */
export default function Consent() {
  const t = useTranslations('accounts.consent')
  return (
    <div className="mx-auto w-full max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-2 text-3xl font-bold">{t('title')}</h1>
      <p className="mb-6 text-text-muted">{t('lead')}</p>
      <Card padding="lg">
        <ConsentForm />
      </Card>
    </div>
  )
}
