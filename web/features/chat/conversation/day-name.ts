import { DAY } from '#contract/time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of an instant in a time zone, as `2026-03-01`. */
export function dayOf(at: Date, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}

/** Returns how a day is named: today, yesterday, by its date, or by its date with the year. */
export function dayName(at: Date, { now, timeZone }: { now: Date; timeZone: string }) {
  const [day, today] = [dayOf(at, timeZone), dayOf(now, timeZone)]
  const daysAgo = Math.round((Date.parse(today) - Date.parse(day)) / DAY)
  // The page's clock ticks once a minute, so a message after midnight may be ahead of it.
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? 'date' : 'dateWithYear'
}
