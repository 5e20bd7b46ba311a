import { defaultLanguage, isLanguage, preferredLanguage, type Language } from '#contract/languages.ts'

interface Hints {
  /** Chosen on this device. */
  cookie: Language | null
  /** Saved with the account. */
  account: Language | null
  /** `domain_language` of the site's settings, such as `nl-NL`. */
  site: string | null
  /** The `Accept-Language` header. */
  accepted: string | undefined
}

/**
 * Returns the language of a page (SHELL-3): the chosen one, else the account's, else the site's own if it has a
 * catalogue, else the best match of the browser's, else English.
 */
export function detectLanguage({ cookie, account, site, accepted }: Hints): Language {
  if (cookie) return cookie
  if (account) return account
  const ofSite = site?.slice(0, 2)
  if (isLanguage(ofSite)) return ofSite
  return preferredLanguage(accepted ?? '') ?? defaultLanguage
}
