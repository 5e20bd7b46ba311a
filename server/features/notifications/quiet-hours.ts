import { DAY, MINUTE } from '#contract/time.ts'

/** Hours without notices, from Monday: from and to in minutes of the day. `to` ≤ `from` ends the next day. */
export type QuietHours = readonly ({ from: number; to: number } | null)[]

/** Quiet hours begin and end at multiples of this. */
const STEP_MS = 15 * MINUTE
const DAYS = 7

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the weekday (Monday is 0) and the minute of the day in a time zone. */
export function localTime(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    weekday: weekdays.indexOf(valueOf('weekday')),
    minutes: Number(valueOf('hour')) * 60 + Number(valueOf('minute')),
  }
}

/** Whether a time is within the quiet hours of its day, or within those that began the day before. */
export function isQuiet(at: Date, { hours, timeZone }: { hours: QuietHours; timeZone: string }) {
  const { weekday, minutes } = localTime(at, timeZone)
  const today = hours[weekday]
  const yesterday = hours[(weekday + DAYS - 1) % DAYS]
  if (today && minutes >= today.from && (today.to <= today.from || minutes < today.to)) return true
  return Boolean(yesterday && yesterday.to <= yesterday.from && minutes < yesterday.to)
}

/**
 * Returns when the quiet hours end that a time is in, or null outside of them. It follows the local time: on
 * the days when clocks change they are an hour shorter or longer. At most a week later.
 */
export function quietUntil(at: Date, quiet: { hours: QuietHours | null; timeZone: string | null }) {
  const { hours, timeZone } = quiet
  if (!hours || !timeZone || !isQuiet(at, { hours, timeZone })) return null
  let next = Math.floor(at.getTime() / STEP_MS) * STEP_MS + STEP_MS
  while (next < at.getTime() + DAYS * DAY && isQuiet(new Date(next), { hours, timeZone })) next += STEP_MS
  return new Date(next)
}
