import type { QueryClient } from '@tanstack/react-query'
import { consoleLanguages } from '#contract/languages.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsOfPage } from '#web/features/settings/queries.ts'
import { detectLanguage } from '#web/i18n/detect-language.ts'
import { languageFromCookies, languageOfQuery } from '#web/i18n/request-preferences.ts'
import type { Page } from './page.ts'

/** Decides language and country of a page, from what visitor and member have chosen. Server only. */
export async function detectPreferences(
  page: Page,
  { client, path = '', search }: { client: QueryClient; path?: string; search: URLSearchParams },
) {
  // Every page needs both. If one fails, its loader fails as well, which shows the error page.
  const [settings, user] = await Promise.allSettled([client.query(settingsOfPage(search)), client.query(userQuery())])
  const site = settings.status === 'fulfilled' ? settings.value.settings : null
  const member = user.status === 'fulfilled' ? user.value.user : null
  const { language, isChosen } = detectLanguage({
    cookie: languageFromCookies(page.cookies),
    account: member?.language ?? null,
    asked: languageOfQuery(search),
    site: site?.domain_language ?? null,
    accepted: page.acceptLanguage,
    offered: /^\/operator(?:\/|$)/.test(path) ? consoleLanguages : (site?.languages ?? null),
  })
  page.language = language
  page.isLanguageChosen = isChosen
  const hints = { accepted: page.acceptLanguage, language: isChosen ? language : null }
  if (member) page.country = member.profile.country
  else if (site) page.country = countryOfVisitor({ ...site, ...hints })
}
