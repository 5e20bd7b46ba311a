import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import { formatLocale } from '#contract/locales.ts'
import { defaultLanguage, isLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { LOGIN_LOCK_MINUTES, LOGIN_LONGEST_LOCK_MINUTES } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'

/** Returns the form of an address that identifies accounts, without regard to case (ACC-2). */
export function emailKey(email: string) {
  return email.trim().toLowerCase()
}

/** Returns the network of an address: for IPv6 its first four groups (/64), which one customer has. */
export function networkOf(ip: string) {
  const [address = ''] = ip.split('%')
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Returns the length of a lock after `locks` consecutive ones. */
export function lockMinutes(locks: number) {
  return Math.min(LOGIN_LOCK_MINUTES * 2 ** locks, LOGIN_LONGEST_LOCK_MINUTES)
}

/** Returns the whole minutes of a time, rounded up, at least 1. */
export function minutesLeft(ms: number) {
  return Math.max(1, Math.ceil(ms / MINUTE))
}

export type LinkState = 'fresh' | 'used' | 'invalid'

/** Returns the state of a one-time link. A used one is no error, but does nothing (ACC-4). */
export function linkState(link: { expiresAt: Date; usedAt: Date | null } | undefined, now: Date): LinkState {
  if (!link || link.expiresAt <= now) return 'invalid'
  return link.usedAt ? 'used' : 'fresh'
}

/**
 * Returns how long to wait for another mail after `max` within a day, or null while one can be requested.
 * `recent`: times of the requests of the last day, oldest first.
 */
export function nextRequestIn({ recent, max, now }: { recent: Date[]; max: number; now: Date }) {
  const counted = recent.at(-max)
  if (recent.length < max || !counted) return null
  const ms = counted.getTime() + DAY - now.getTime()
  return { seconds: Math.ceil(ms / SECOND), hours: Math.ceil(ms / HOUR) }
}

/** Returns a stored language, or the default one. Texts and mails use its `textLanguage`. */
export function toLanguage(stored: string): LanguageCode {
  return isLanguageCode(stored) ? stored : defaultLanguage
}

/** Returns the locale of dates and amounts in a mail to a member (SHELL-4). */
export function mailLocale({ language, country }: { language: string; country: CountryCode }) {
  return formatLocale({ language: toLanguage(language), isChosen: true, country, offered: countryLanguages[country] })
}

/** Returns what is stored after a member has chosen kinds: each once, and the reasons that were there. */
export function disabledAfterSaving(
  stored: readonly string[],
  { kinds, reasons }: { kinds: readonly string[]; reasons: readonly string[] },
) {
  return [...new Set([...stored.filter((entry) => reasons.includes(entry)), ...kinds])]
}

/** Returns what is stored after a member restarts the mails. Only the operator undoes a spam complaint. */
export function disabledAfterResuming(stored: readonly string[]) {
  return stored.filter((entry) => entry !== 'bounce' && entry !== 'listunsubscribe')
}

/**
 * Returns whether a member must have the age confirmed before explicit images are sent and seen: where the
 * country of the profile asks for it, until a provider has confirmed it.
 * Source: PRO-40.
 */
export function mustAssureAge(
  { country, isAgeAssured }: { country: CountryCode; isAgeAssured: boolean },
  { age_check_countries: countries }: Pick<Settings, 'age_check_countries'>,
) {
  return !isAgeAssured && countries.includes(country)
}
