import { OPERATOR_DAYS_MAX } from '#contract/limits.ts'
import { DAY, dayOf } from '#contract/time.ts'

/** Returns the begin of the day after one (UTC). */
export function nextDay(day: string) {
  return new Date(new Date(day).getTime() + DAY)
}

/** Returns the time of the days from one to another, both included; null if that is none or too many. */
export function rangeOfDays({ from, to }: { from: string; to: string }) {
  const range = { from: new Date(from), until: nextDay(to) }
  const days = (range.until.getTime() - range.from.getTime()) / DAY
  return days > 0 && days <= OPERATOR_DAYS_MAX ? range : null
}

/** Returns the last days until now, as a range of days (UTC), both included. */
export function lastDays(now: Date, days: number) {
  const from = new Date(now.getTime() - (days - 1) * DAY)
  return { from: dayOf(from), to: dayOf(now) }
}

/** Returns the quarter of a time (UTC). */
export function quarterOf(at: Date) {
  return { year: at.getUTCFullYear(), quarter: Math.floor(at.getUTCMonth() / 3) + 1 }
}

/** Returns the time of a quarter (UTC). */
export function rangeOfQuarter({ year, quarter }: { year: number; quarter: number }) {
  return { from: new Date(Date.UTC(year, 3 * (quarter - 1), 1)), until: new Date(Date.UTC(year, 3 * quarter, 1)) }
}
