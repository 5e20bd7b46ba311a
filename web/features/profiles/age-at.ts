import { MAXIMUM_AGE } from '#contract/limits.ts'

/** The age in years on a day (UTC), or null while the date of birth is incomplete or impossible. */
export function ageAt(birthDate: string, now: Date) {
  const born = new Date(`${birthDate}T00:00:00Z`)
  if (birthDate.length !== 10 || Number.isNaN(born.getTime()) || !born.toISOString().startsWith(birthDate)) return null
  const today = now.toISOString().slice(0, 10)
  const hadBirthday = today.slice(5) >= birthDate.slice(5)
  const age = now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1)
  return age >= 0 && age <= MAXIMUM_AGE ? age : null
}
