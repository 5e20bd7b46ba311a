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
 * The language of a page. What was chosen wins; then the site's own, if there is a catalogue for it (SHELL-3); then the
 * browser's wishes in their order of weight; then English.
 */
export function detectLanguage({ cookie, account, site, accepted }: Hints): Language {
  if (cookie) return cookie
  if (account) return account
  const ofSite = site?.slice(0, 2)
  if (isLanguage(ofSite)) return ofSite
  return preferredLanguage(accepted ?? '') ?? defaultLanguage
}
