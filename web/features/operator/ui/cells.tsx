import { useFormatter } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'

/** A day of UTC, such as `2026-11-24`, in a list. */
export function Day({ day }: { day: string }) {
  const format = useFormatter()
  const text = format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  return <span className="whitespace-nowrap">{text}</span>
}

export function Country({ country }: { country: string }) {
  const countryName = useCountryName()
  return countryName(country)
}

export function Count({ value }: { value: number }) {
  const format = useFormatter()
  return <span className="tabular-nums">{format.number(value)}</span>
}
