import { LOGIN_LOCK_MEMORY_MS, LOGIN_LOCK_MINUTES } from '#contract/limits.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Limiters } from '#server/platform/limiters.ts'
import { lockMinutes, minutesLeft } from '#server/features/accounts/rules.ts'

/** The table of all counts of log-ins. */
export const table = 'login_limits'

/**
 * Counts failures under keys of one kind, and locks a key. Attempts are counted before their outcome, so that
 * concurrent ones count each other; attempt `max` is still tried, later ones are rejected (ACC-3).
 */
export function createFailureCounter(limiters: Limiters, { name, max }: { name: string; max: number }) {
  const failures = limiters.of({ name, table, points: max, durationMs: LOGIN_LOCK_MINUTES * MINUTE })
  const locks = limiters.of({ name: `${name}-locks`, table, points: max, durationMs: LOGIN_LOCK_MEMORY_MS })

  return {
    /**
     * Counts an attempt. Returns whether it is the last one allowed, which locks the key if it fails.
     * @throws AppError `accounts.login_locked` with `{minutes}`
     */
    async count(key: string) {
      const { consumedPoints, msBeforeNext } = await failures.penalty(key)
      if (consumedPoints > max) throw locked(minutesLeft(msBeforeNext))
      return consumedPoints === max
    },
    /** @throws AppError `accounts.login_locked` with `{minutes}` */
    async assertOpen(key: string) {
      const state = await failures.get(key)
      if (state && state.consumedPoints > max) throw locked(minutesLeft(state.msBeforeNext))
    },
    /** Locks a key, twice as long as the time before. Returns the minutes. */
    async lock(key: string) {
      const earlier = (await locks.get(key))?.consumedPoints ?? 0
      const minutes = lockMinutes(earlier)
      const seconds = (minutes * MINUTE) / SECOND
      await failures.block(key, seconds)
      await locks.set(key, earlier + 1, seconds + LOGIN_LOCK_MEMORY_MS / SECOND)
      return minutes
    },
    /** Takes one attempt back. */
    async forgive(key: string) {
      await failures.reward(key)
    },
    /** Takes back an attempt that was not tried, unless the key was locked meanwhile. */
    async withdraw(key: string) {
      const state = await failures.get(key)
      if (state && state.consumedPoints <= max) await failures.reward(key)
    },
    /** Starts the counts of a key from zero. */
    async clear(key: string) {
      await failures.delete(key)
      await locks.delete(key)
    },
  }
}

export function locked(minutes: number) {
  return new AppError('accounts.login_locked', { params: { minutes } })
}
