export type DatePart = 'day' | 'month' | 'year'
type DateParts = Record<DatePart, string>
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Returns the order in which a language writes day, month and year. */
export function dateOrder(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0).map((part) => part.type)
  const [day, month, year] = [parts.indexOf('day'), parts.indexOf('month'), parts.indexOf('year')]
  if (year < month) return 'ymd'
  return month < day ? 'mdy' : 'dmy'
}

/** Splits '1990-05-12' into its parts without leading zeros; any other text gives empty parts. */
export function splitDate(date: string): DateParts {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return { day: '', month: '', year: '' }
  const [, year = '', month = '', day = ''] = match
  return { day: String(Number(day)), month: String(Number(month)), year }
}

/**
 * Joins typed parts to '1990-05-12'. Three empty parts give an empty text; an incomplete or impossible day
 * gives an invalid date, so that a missing and a wrong one get different errors.
 */
export function joinDate({ day, month, year }: DateParts) {
  if (!day && !month && !year) return ''
  return `${year}-${month && month.padStart(2, '0')}-${day && day.padStart(2, '0')}`
}

/** Returns the parts for a form's value: the typed ones, unless the value was changed elsewhere. */
export function partsFor(value: string, typed: DateParts) {
  if (joinDate(typed) === value) return typed
  const parts = splitDate(value)
  // A value that is neither empty nor a date cannot be shown; the typed parts stay.
  return joinDate(parts) === value ? parts : typed
}

/** Removes everything but digits. */
export function digitsOf(text: string) {
  return text.replaceAll(/\D/g, '')
}
