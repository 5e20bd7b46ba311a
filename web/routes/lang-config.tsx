import { href, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { setLanguage } from '#contract/accounts.ts'
import { isLanguageCode } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { asRouteError, queryOf } from '#web/api/load.ts'
import { apiQuery } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { preferenceCookie } from '#web/i18n/cookies.ts'
import { LanguageForms } from '#web/shell/navigation/language-forms.tsx'
import { PageTitle } from '#web/shell/page-title.tsx'
import type { Route } from './+types/lang-config'

/** Saves the language that the form's URL names. Only without JavaScript: with it, the page changes in place. */
export async function action(args: Route.ActionArgs) {
  const { protocol, searchParams } = new URL(args.request.url)
  const language = searchParams.get('language')
  try {
    if (!isLanguageCode(language)) throw new ApiError(404, { code: 'request.not_found' })
    const query = queryOf(args)
    const { user } = await query(userQuery())
    // The call also sets the cookie.
    if (user) await query(apiQuery(setLanguage, { body: { language } }))
  } catch (error) {
    throw asRouteError(error)
  }
  const cookie = preferenceCookie({ name: LANGUAGE_COOKIE, value: language, isSecure: protocol === 'https:' })
  return redirect(href('/lang-config'), { headers: { 'set-cookie': cookie } })
}

export default function LangConfig() {
  const t = useTranslations('settings.languages')
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle title={t('title')} />
      <h1 className="mb-2 text-3xl font-bold">{t('title')}</h1>
      <p className="mb-8 text-text-muted">{t('lead')}</p>
      <LanguageForms />
    </div>
  )
}
