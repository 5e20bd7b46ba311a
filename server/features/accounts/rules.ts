import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { MINUTE } from '#contract/time.ts'
import { LOGIN_LOCK_MINUTES, LOGIN_LONGEST_LOCK_MINUTES } from '#contract/limits.ts'

/** Returns the form of an address by which accounts are found and compared, without regard to case (ACC-2). */
export function emailKey(email: string) {
  return email.trim().toLowerCase()
}

/** Returns the network of an address: the first four groups (/64) of IPv6, because one customer has all of them. */
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

/** Returns a stored language, or the default one when its catalogue was removed since. */
export function toLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : defaultLanguage
}
