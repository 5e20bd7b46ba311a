import { href, redirect } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { setLanguage } from '#contract/accounts/calls.ts'
import { isLanguageCode } from '#contract/languages.ts'
import { COUNTRY_COOKIE, LANGUAGE_COOKIE } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { asRouteError, queryOf, type Query } from '#web/api/load.ts'
import { apiQuery } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { preferenceCookie } from '#web/i18n/cookies.ts'
import { CountryForms, LanguageForms } from '#web/shell/navigation/preference-forms.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/lang-config'

/** Saves the language or country of the form's URL. With JavaScript, the page changes language in place. */
export async function action(args: Route.ActionArgs) {
  const { protocol, searchParams } = new URL(args.request.url)
  const query = queryOf(args)
  const choice = { language: searchParams.get('language'), country: searchParams.get('country') }
  try {
    const cookie =
      choice.country === null ? await saveLanguage(query, choice.language) : await saveCountry(query, choice.country)
    const header = preferenceCookie({ ...cookie, isSecure: protocol === 'https:' })
    return redirect(href('/lang-config'), { headers: { 'set-cookie': header } })
  } catch (error) {
    throw asRouteError(error)
  }
}

async function saveLanguage(query: Query, language: string | null) {
  if (!isLanguageCode(language)) throw new ApiError(404, { code: 'request.not_found' })
  const { user } = await query(userQuery())
  // The call also sets the cookie.
  if (user) await query(apiQuery(setLanguage, { body: { language } }))
  return { name: LANGUAGE_COOKIE, value: language }
}

async function saveCountry(query: Query, country: string) {
  const { settings } = await query(settingsQuery())
  const isOffered = settings.countries.some((each) => each === country)
  if (!isOffered) throw new ApiError(404, { code: 'request.not_found' })
  return { name: COUNTRY_COOKIE, value: country }
}

export default function LangConfig() {
  const t = useTranslations('settings.languages')
  // The country of a member is that of the profile.
  const isVisitor = !useUser()
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="bar-title mb-2 text-3xl font-bold">{t('title')}</h1>
      <p className="mb-8 text-text-muted">{t('lead')}</p>
      <div className="flex flex-col gap-8">
        <LanguageForms />
        {isVisitor && <CountryForms />}
      </div>
    </div>
  )
}
