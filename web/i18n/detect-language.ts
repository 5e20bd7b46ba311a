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
  /** `domain_language` of the site's settings, such as `nl-NL`; empty: the site names none. */
  site: string | null
  /** The `Accept-Language` header. */
  accepted: string | undefined
  /** Languages that the site offers; null: all. */
  offered?: readonly LanguageCode[] | null
}

/**
 * Returns the language of a page (SHELL-3): the chosen one, the account's, the link's, the site's, the
 * browser's best with a catalogue, or English; each if the site offers it and it has a catalogue, which a
 * chosen one need not have. Only the first two are a choice of the visitor.
 */
export function detectLanguage({ cookie, account, asked, site, accepted, offered }: Hints): {
  language: LanguageCode
  isChosen: boolean
} {
  const isOffered = (code: LanguageCode | null | undefined) => code != null && (offered?.includes(code) ?? true)
  const selection = [cookie, account].find(isOffered)
  if (selection) return { language: selection, isChosen: true }
  const ofSite = site?.slice(0, 2).toLowerCase()
  // `*` alone, which programs send, prefers nothing.
  const preferred = accepted?.trim() === '*' ? null : preferredLanguage(accepted ?? '')
  const named = [asked, isLanguage(ofSite) ? ofSite : null, preferred]
  return { language: named.find(isOffered) ?? defaultLanguage, isChosen: false }
}
