import { DAY } from '#contract/time.ts'

interface DateForm {
  /** `2026-12-24`, as its field has it. */
  day: string
  time: string
  place: string
}

/** Returns the day of an instant where the viewer is, as a field for days has it. */
export function localDay(now: Date) {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** How many days are suggested, today the first. */
const DAY_IDEAS = 7

/** Returns the days that are suggested, as a field for days has them. */
export function dayIdeas(today: string) {
  const start = Date.parse(today)
  return Array.from({ length: DAY_IDEAS }, (_, days) => new Date(start + days * DAY).toISOString().slice(0, 10))
}

/** For a lunch, a coffee, a drink and a dinner. */
const TIME_IDEAS = ['12:30', '15:00', '18:00', '19:30']

/** Returns the times that are suggested for a day; of today only those that are still to come. */
export function timeIdeas(day: string, now: Date) {
  return TIME_IDEAS.filter((time) => day !== localDay(now) || !isOver(time, now))
}

/** Whether a time of today is over where the viewer is. */
function isOver(time: string, now: Date) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes <= now.getHours() * 60 + now.getMinutes()
}

/** Returns what is wrong with a part of a date, as the key of its text, or null. The server decides again. */
export function dateError(part: keyof DateForm, { form, now }: { form: DateForm; now: Date }) {
  const text = form[part].trim()
  const today = localDay(now)
  if (text === '') return 'required' as const
  if (part === 'day' && text < today) return 'past' as const
  return part === 'time' && form.day === today && isOver(text, now) ? ('timePast' as const) : null
}
