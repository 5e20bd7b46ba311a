import type { Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_MS } from '#contract/limits.ts'

/** The browser's time zone, so that the server writes the same hours. */
export const TIME_ZONE_COOKIE = 'time_zone'

/** Sets a cookie for a year that only carries a preference. Browser only. */
export function rememberPreference(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${LANGUAGE_COOKIE_MS / 1000}; samesite=lax${secure}`
}

export function rememberLanguage(language: Language) {
  rememberPreference(LANGUAGE_COOKIE, language)
}
