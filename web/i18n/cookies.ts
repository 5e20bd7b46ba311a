import { LANGUAGE_COOKIE_MS } from '#contract/limits.ts'

/** The browser's time zone, so that the server writes the same hours. */
export const TIME_ZONE_COOKIE = 'time_zone'

/** Saves a preference in a cookie that lasts as long as the language cookie (SHELL-2). Browser only. */
export function savePreference(name: string, value: string) {
  document.cookie = preferenceCookie({ name, value, isSecure: location.protocol === 'https:' })
}

/** Writes the cookie of a preference, for all paths of the site. */
export function preferenceCookie({ name, value, isSecure }: { name: string; value: string; isSecure: boolean }) {
  const attributes = ['path=/', `max-age=${LANGUAGE_COOKIE_MS / 1000}`, 'samesite=lax', isSecure && 'secure']
  return [`${name}=${encodeURIComponent(value)}`, ...attributes].filter(Boolean).join('; ')
}
