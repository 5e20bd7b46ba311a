import { noop } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { loginPath } from '#web/features/accounts/login/login-target.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { Article, ArticleSection, useCompanyTexts } from '#web/features/pages/article.tsx'
import { Withdrawal } from '#web/features/payments/orders/withdrawal.tsx'
import { withdrawableQuery } from '#web/features/payments/queries.ts'
import { companyQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import type { Route } from './+types/return-policy'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  // They are above the text. Without them the page offers to load them again.
  const orders = query(userQuery()).then(({ user }) => user && query(withdrawableQuery()).catch(noop))
  await Promise.all([query(companyQuery()), orders])
})
export const loader = load
export const clientLoader = load

/** What can be returned, and for members the function that does it (PAY-10). */
export default function ReturnPolicy() {
  const t = useTranslations('payments.returnPolicy')
  const nav = useTranslations('shell.nav')
  const { refund_days: days } = useSettings()
  const isLoggedIn = useUser() !== null
  const { company, email } = useCompanyTexts()
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} description={t('what.text', { days })} path="/return-policy" />
      {isLoggedIn ? (
        <Withdrawal />
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p>{t('login')}</p>
          <Button render={<Link to={loginPath(href('/return-policy'))} prefetch="intent" />}>{nav('login')}</Button>
        </div>
      )}
      <ArticleSection title={t('what.title')}>{t('what.text', { days })}</ArticleSection>
      <ArticleSection title={t('how.title')}>{t('how.text')}</ArticleSection>
      <ArticleSection title={t('other.title')}>{t('other.text', { company, email })}</ArticleSection>
    </Article>
  )
}
