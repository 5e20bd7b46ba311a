/** Durations in milliseconds: write `4 * HOUR`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Returns the day of a time in UTC, such as `2026-11-26`. */
export function dayOf(time: Date) {
  return time.toISOString().slice(0, 10)
}
