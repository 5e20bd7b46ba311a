import {
  defaultLanguage,
  isLanguage,
  preferredLanguage,
  type Language,
  type LanguageCode,
} from '#contract/languages.ts'

interface Hints {
  /** Chosen on this device. */
  cookie: LanguageCode | null
  /** Saved with the account. */
  account: LanguageCode | null
  /** Named by the link, which search engines show for each language: `?lang=fr`. */
  asked?: Language | null
  /** `domain_language` of the site's settings, such as `nl-NL`. */
  site: string | null
  /** The `Accept-Language` header. */
  accepted: string | undefined
}

/**
 * Returns the language of a page (SHELL-3): the chosen one, else the account's, else the browser's best one with a
 * catalogue, else the site's own if it has one, else English. A link that names a language counts more than the browser. Only the first two are a choice of the visitor.
 */
export function detectLanguage({ cookie, account, asked, site, accepted }: Hints): {
  language: LanguageCode
  isChosen: boolean
} {
  const chosen = cookie ?? account
  if (chosen) return { language: chosen, isChosen: true }
  const ofSite = site?.slice(0, 2).toLowerCase()
  // `*` alone, which programs send, prefers nothing.
  const preferred = accepted?.trim() === '*' ? null : preferredLanguage(accepted ?? '')
  const language = asked ?? preferred ?? (isLanguage(ofSite) ? ofSite : defaultLanguage)
  return { language, isChosen: false }
}
