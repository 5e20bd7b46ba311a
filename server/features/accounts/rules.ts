import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { LOGIN_FAILURES_BEFORE_LOCK, LOGIN_LOCK_MINUTES, LOGIN_LONGEST_LOCK_MINUTES } from '#contract/limits.ts'

/** What log-in and uniqueness go by: people write their address in capitals now and then. */
export function emailKey(email: string) {
  return email.trim().toLowerCase()
}

/** What is known of the attempts under one key: an account's address or a network address. */
export interface Attempts {
  /** Failures since the last lock, those while it is closed included. */
  failures: number
  /** Times in a row that the lock closed. */
  locks: number
  lockedUntil: Date | null
  updatedAt: Date
}

/**
 * Counts an attempt before anybody knows how it ends, so that a hundred at once are not all the first. The fifth one
 * closes the lock and may still be tried; later ones are refused until it opens. Each lock is twice as long as the one
 * before, up to a day; failures are forgotten after 15 quiet minutes, locks after a quiet day.
 */
export function nextAttempt(before: Attempts | null, now: Date): Attempts & { mayTry: boolean } {
  if (before?.lockedUntil && before.lockedUntil > now)
    return { ...before, failures: before.failures + 1, mayTry: false }
  const quietMs = before ? now.getTime() - (before.lockedUntil ?? before.updatedAt).getTime() : Infinity
  const startsOver = !before || before.lockedUntil !== null || quietMs >= LOGIN_LOCK_MINUTES * MINUTE
  const failures = startsOver ? 1 : before.failures + 1
  const locks = before && quietMs < DAY ? before.locks : 0
  if (failures < LOGIN_FAILURES_BEFORE_LOCK) return { failures, locks, lockedUntil: null, updatedAt: now, mayTry: true }
  const lockedUntil = new Date(now.getTime() + lockMinutes(locks) * MINUTE)
  return { failures, locks: locks + 1, lockedUntil, updatedAt: now, mayTry: true }
}

/** How long a lock is closed that was closed `locks` times in a row before. */
export function lockMinutes(locks: number) {
  return Math.min(LOGIN_LOCK_MINUTES * 2 ** locks, LOGIN_LONGEST_LOCK_MINUTES)
}

/** What is known now, after an attempt that was counted as `counted` has succeeded: as if it had not been made. */
export function forgive(current: Attempts, counted: Attempts): Attempts {
  const failures = Math.max(0, current.failures - 1)
  const hasClosedIt = counted.lockedUntil !== null && counted.lockedUntil.getTime() === current.lockedUntil?.getTime()
  if (!hasClosedIt) return { ...current, failures }
  return { ...current, failures, locks: counted.locks - 1, lockedUntil: null }
}

/** Minutes until a lock opens, as the sentence says them: never 0. */
export function minutesLeft(lockedUntil: Date, now: Date) {
  return Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / MINUTE))
}

export type LinkState = 'fresh' | 'used' | 'invalid'

/** What a one-time link is still good for. A used one confirms nothing and logs nobody in, but is no error either. */
export function linkState(link: { expiresAt: Date; usedAt: Date | null } | undefined, now: Date): LinkState {
  if (!link || link.expiresAt <= now) return 'invalid'
  return link.usedAt ? 'used' : 'fresh'
}

/** Returns a stored language, or the default one when its catalogue was removed since. */
export function toLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : defaultLanguage
}
