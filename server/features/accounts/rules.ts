import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { MINUTE } from '#contract/time.ts'
import {
  LOGIN_FAILURES_BEFORE_LOCK,
  LOGIN_LOCK_MEMORY_MS,
  LOGIN_LOCK_MINUTES,
  LOGIN_LONGEST_LOCK_MINUTES,
} from '#contract/limits.ts'

/** Returns the form of an address by which accounts are found and compared, without regard to case (ACC-2). */
export function emailKey(email: string) {
  return email.trim().toLowerCase()
}

/** Attempts to log in under one key: the email address of an account, or a network address. */
export interface Attempts {
  /** Attempts since the last lock opened, including those made while locked. */
  failures: number
  /** Consecutive locks. */
  locks: number
  lockedUntil: Date | null
  updatedAt: Date
}

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts count each other. Attempt number
 * `LOGIN_FAILURES_BEFORE_LOCK` sets the lock and may still be tried; later ones are rejected until the lock expires. Each
 * lock is twice as long as the one before, up to the longest. Failures expire after the length of the first lock without
 * an attempt, consecutive locks after `LOGIN_LOCK_MEMORY_MS`. Source: ACC-3.
 */
export function nextAttempt(before: Attempts | null, now: Date): Attempts & { mayTry: boolean } {
  if (before?.lockedUntil && before.lockedUntil > now)
    return { ...before, failures: before.failures + 1, mayTry: false }
  const quietMs = before ? now.getTime() - (before.lockedUntil ?? before.updatedAt).getTime() : Infinity
  const startsOver = !before || before.lockedUntil !== null || quietMs >= LOGIN_LOCK_MINUTES * MINUTE
  const failures = startsOver ? 1 : before.failures + 1
  const locks = before && quietMs < LOGIN_LOCK_MEMORY_MS ? before.locks : 0
  if (failures < LOGIN_FAILURES_BEFORE_LOCK) return { failures, locks, lockedUntil: null, updatedAt: now, mayTry: true }
  const lockedUntil = new Date(now.getTime() + lockMinutes(locks) * MINUTE)
  return { failures, locks: locks + 1, lockedUntil, updatedAt: now, mayTry: true }
}

/** Returns the length of a lock after `locks` consecutive ones. */
export function lockMinutes(locks: number) {
  return Math.min(LOGIN_LOCK_MINUTES * 2 ** locks, LOGIN_LONGEST_LOCK_MINUTES)
}

/** Returns the attempts as if the one counted as `counted` had not been made, because it succeeded. */
export function undoAttempt(current: Attempts, counted: Attempts): Attempts {
  const failures = Math.max(0, current.failures - 1)
  const hasLocked = counted.lockedUntil !== null && counted.lockedUntil.getTime() === current.lockedUntil?.getTime()
  if (!hasLocked) return { ...current, failures }
  return { ...current, failures, locks: counted.locks - 1, lockedUntil: null }
}

/** Returns the whole minutes until a lock expires, rounded up, at least 1. */
export function minutesLeft(lockedUntil: Date, now: Date) {
  return Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / MINUTE))
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
