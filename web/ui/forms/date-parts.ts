export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** The order in which a language writes day, month and year. */
export function dateOrder(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0).map((part) => part.type)
  const [day, month, year] = [parts.indexOf('day'), parts.indexOf('month'), parts.indexOf('year')]
  if (year < month) return 'ymd'
  return month < day ? 'mdy' : 'dmy'
}

/** '1990-05-12' → its parts as one writes them; anything else gives empty ones. */
export function splitDate(date: string): DateParts {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return { day: '', month: '', year: '' }
  const [, year = '', month = '', day = ''] = match
  return { day: String(Number(day)), month: String(Number(month)), year }
}

/**
 * Parts as one writes them → '1990-05-12'. Empty for three empty parts; for a day that is incomplete or does not exist
 * something a date check refuses, so that "missing" and "wrong" can be told apart.
 */
export function joinDate({ day, month, year }: DateParts) {
  if (!day && !month && !year) return ''
  return `${year}-${month && month.padStart(2, '0')}-${day && day.padStart(2, '0')}`
}

/** Reads what DateOfBirthInput sends in a form, with or without JavaScript. */
export function dateFromForm(form: FormData, name: string) {
  const read = (part: DatePart) => {
    const text = form.get(`${name}.${part}`)
    return typeof text === 'string' ? text.trim() : ''
  }
  return joinDate({ day: read('day'), month: read('month'), year: read('year') })
}
