import { countries, type CountryCode } from '#contract/countries.ts'
import { demoAccounts } from './accounts.ts'
import type { DemoPerson } from './people.ts'

type Counts = Partial<Record<CountryCode, number>>

/**
 * Members of each country that are created first: pages of results for the demo accounts, and for visitors
 * from anywhere at least a woman and a man who write in their language.
 */
const first = { counts: { GB: 57, FR: 18, DE: 8, NL: 6 } satisfies Counts, elsewhere: 2 }
/** Then these: a first screen for everyone. Those that are left follow by the size of their country. */
const second = { counts: { GB: 80, FR: 40, DE: 20, NL: 20 } satisfies Counts, elsewhere: 10 }

/** Returns members in the order in which they are created. */
export function inOrderOfCreation(people: readonly DemoPerson[]): DemoPerson[] {
  const compatriots = new Map(
    countries.map((country) => [country, sorted(people.filter((person) => person.country === country))]),
  )
  const firstOf = ({ counts, elsewhere }: { counts: Counts; elsewhere: number }) =>
    [...compatriots].flatMap(([country, members]) => members.slice(0, counts[country] ?? elsewhere))
  return [...new Set([...inOrderOfAccounts(firstOf(first)), ...firstOf(second), ...people])]
}

/** Fictional ones before others where a demo account likes one, and women and men by turns. */
function sorted(compatriots: readonly DemoPerson[]) {
  const hasAccount = demoAccounts.some(({ country }) => country === compatriots[0]?.country)
  const members = hasAccount
    ? compatriots.toSorted((one, other) => Number(other.isFictional) - Number(one.isFictional))
    : compatriots
  const [women, men] = (['female', 'male'] as const).map((gender) => members.filter((each) => each.gender === gender))
  return Array.from({ length: members.length }, (_, index) => [women?.[index], men?.[index]])
    .flat()
    .filter((each) => each !== undefined)
}

/** The countries of the demo accounts first: their conversations need these members. */
function inOrderOfAccounts(people: readonly DemoPerson[]) {
  const accountCountries = [...new Set(demoAccounts.map(({ country }) => country))]
  return people.toSorted((one, other) => rankOf(one) - rankOf(other))

  function rankOf({ country }: DemoPerson) {
    const rank = accountCountries.indexOf(country)
    return rank < 0 ? accountCountries.length : rank
  }
}
