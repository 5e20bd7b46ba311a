import {
  MAXIMUM_AGE,
  MINIMUM_AGE,
  SEARCH_AGE_SPREAD,
  SEARCH_SUGGESTION_YEARS,
  SIMILAR_YEARS,
} from '#contract/limits.ts'
import type { CountryCode } from '#contract/countries.ts'
import { DAY, dayOf } from '#contract/time.ts'
import { choiceSettings, genders, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { Gender, LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { SearchField } from '#contract/settings/search-fields.ts'
import { countryOfVisitor } from '#contract/settings/visitor-country.ts'

/** The part of a viewer's profile that sets the default filters. `age` in years. */
export interface Searcher {
  lookingFor: LookingFor
  country: CountryCode
  age: number
  /** The viewer's cell of the map; null when no position is known. */
  cell: number | null
}

type SearchSettings = Parameters<typeof countryOfVisitor>[0] &
  Pick<Settings, 'search_fields' | 'visible_profile_fields' | 'region_data'>

/** The field of each filter, by which a site offers it. */
const fieldOf = {
  gender: 'gender',
  country: 'country',
  region: 'region',
  minAge: 'age',
  maxAge: 'age',
  near: 'near',
  online: 'online',
  new: 'new',
  photo: 'photo',
  verified: 'verified',
  ...choiceSettings,
} as const satisfies Record<keyof SearchFilters, SearchField>

/** What visitors can search by: nothing that reveals more about a member than the member's card. */
const visitorFields: readonly SearchField[] = ['gender', 'country', 'region', 'age']

/**
 * Returns the filters that a search may use: of the site's fields, for a visitor those of the allow-list.
 * Fields that profiles of this site do not show are excluded. Source: SEARCH-6, SEARCH-8.
 */
export function allowedFilters(
  filters: SearchFilters,
  { isVisitor, site }: { isVisitor: boolean; site: Pick<SearchSettings, 'search_fields' | 'visible_profile_fields'> },
): SearchFilters {
  const hidden = Object.values(choiceSettings).filter((field) => !site.visible_profile_fields.includes(field))
  const fields = site.search_fields.filter(
    (field) => !hidden.some((each) => each === field) && (!isVisitor || visitorFields.includes(field)),
  )
  // `Object.entries` loses the type of the keys.
  const entries = Object.entries(filters) as [keyof SearchFilters, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && fields.includes(fieldOf[name])))
}

/**
 * Fills missing filters from the viewer's profile, or from the site for a visitor. An unknown region of the
 * country is left out, as is any near the viewer. Source: SEARCH-4.
 */
export function fillFilters(
  filters: SearchFilters,
  { searcher, site }: { searcher: Searcher | null; site: SearchSettings },
): AppliedFilters {
  const { gender, country, region, minAge, maxAge, near, ...optional } = filters
  const filledCountry = country ?? searcher?.country ?? countryOfVisitor(site)
  const isNear = near !== undefined && searcher?.cell != null
  const isKnown = region !== undefined && site.region_data[filledCountry]?.regions.includes(region)
  return {
    gender: gender ?? searcher?.lookingFor ?? 'female',
    country: filledCountry,
    region: isKnown && !isNear ? region : null,
    ...fillAges({ minAge, maxAge }, searcher),
    ...optional,
    ...(isNear && { near }),
  }
}

function fillAges({ minAge, maxAge }: Pick<SearchFilters, 'minAge' | 'maxAge'>, searcher: Searcher | null) {
  const from = searcher ? clampAge(searcher.age - SEARCH_AGE_SPREAD) : MINIMUM_AGE
  const to = searcher ? clampAge(searcher.age + SEARCH_AGE_SPREAD) : MAXIMUM_AGE
  // If only one age is given, the default of the other moves with it. Ages in the wrong order are swapped.
  const low = minAge ?? Math.min(from, maxAge ?? from)
  const high = maxAge ?? Math.max(to, minAge ?? to)
  return { minAge: Math.min(low, high), maxAge: Math.max(low, high) }
}

/** Returns the genders that a search looks for. */
export function gendersOf(lookingFor: LookingFor): readonly Gender[] {
  return lookingFor === 'both' ? genders : [lookingFor]
}

/** A step that relaxes a search: it drops one filter, or widens the ages. */
export interface Relaxation {
  filter: SearchField
  relax: (filters: AppliedFilters) => AppliedFilters
}

/** Returns the steps that can relax a search. Ages are widened by some years and, as a step, to all. */
export function relaxationsOf(filters: AppliedFilters): Relaxation[] {
  const { region, minAge, maxAge } = filters
  const wider = {
    minAge: clampAge(minAge - SEARCH_SUGGESTION_YEARS),
    maxAge: clampAge(maxAge + SEARCH_SUGGESTION_YEARS),
  }
  const all = { minAge: MINIMUM_AGE, maxAge: MAXIMUM_AGE }
  const steps: Relaxation[] = []
  if (region !== null) steps.push({ filter: 'region', relax: (search) => ({ ...search, region: null }) })
  for (const [before, ages] of [
    [{ minAge, maxAge }, wider],
    [wider, all],
  ] as const)
    if (ages.minAge < before.minAge || ages.maxAge > before.maxAge)
      steps.push({ filter: 'age', relax: (search) => ({ ...search, ...ages }) })
  for (const name of droppedFilters)
    if (filters[name] !== undefined) steps.push({ filter: fieldOf[name], relax: (search) => without(search, name) })
  return steps
}

function without(filters: AppliedFilters, name: (typeof droppedFilters)[number]): AppliedFilters {
  const { [name]: _, ...others } = filters
  return others
}

/** The filters that a suggestion drops. */
const droppedFilters = ['near', 'online', 'new', 'photo', 'verified', ...profileChoiceNames] as const

/** Returns the search for members who are similar to those of a search: nearly their ages, no filters. */
export function widened({ gender, country, minAge, maxAge }: AppliedFilters): AppliedFilters {
  const ages = { minAge: clampAge(minAge - SIMILAR_YEARS), maxAge: clampAge(maxAge + SIMILAR_YEARS) }
  return { gender, country, region: null, ...ages }
}

function clampAge(age: number) {
  return Math.min(MAXIMUM_AGE, Math.max(MINIMUM_AGE, age))
}

/** First and last day of birth, both inclusive, as `2001-02-03`. */
export interface BirthRange {
  from: string
  until: string
}

/** Returns the days of birth of members who have these ages on a day. */
export function birthRange({ today, minAge, maxAge }: { today: string; minAge: number; maxAge: number }): BirthRange {
  return { from: dayAfter(sameDayYearsAgo(today, maxAge + 1)), until: sameDayYearsAgo(today, minAge) }
}

/**
 * Returns the last day of birth of members this old today: the same day of that year, or 28 February without
 * a 29th. Members born on 29 February have their birthday on 1 March in other years.
 */
function sameDayYearsAgo(today: string, years: number) {
  const year = yearOf(today) - years
  const monthAndDay = today.slice(4)
  return `${year}${monthAndDay === '-02-29' && !isLeapYear(year) ? '-02-28' : monthAndDay}`
}

function isLeapYear(year: number) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function dayAfter(day: string) {
  return dayOf(new Date(Date.parse(day) + DAY))
}

/**
 * A birth range split for the exact count. `member_counts` holds the whole years strictly between
 * `yearsAfter` and `yearsBefore`, and the whole months of the years at both ends: strictly between
 * `monthsAfter` and `firstYearBefore`, and between `lastYearAfter` and `monthsBefore`. Members of partial
 * months are counted one by one. A month is `year * 12 + month - 1`. A range within one month has one edge.
 */
export interface CountParts {
  yearsAfter: number
  yearsBefore: number
  monthsAfter: number
  firstYearBefore: number
  lastYearAfter: number
  monthsBefore: number
  firstEdge: BirthRange
  lastEdge: BirthRange | null
}

export function countParts({ from, until }: BirthRange): CountParts {
  const monthsAfter = monthOf(from)
  const monthsBefore = monthOf(until)
  const [yearsAfter, yearsBefore] = [yearOf(from), yearOf(until)]
  const isOneYear = yearsAfter === yearsBefore
  const stored = {
    yearsAfter,
    yearsBefore,
    monthsAfter,
    // Within one year, the first months are all there are.
    firstYearBefore: isOneYear ? monthsBefore : (yearsAfter + 1) * 12,
    lastYearAfter: isOneYear ? monthsBefore : yearsBefore * 12 - 1,
    monthsBefore,
  }
  if (monthsAfter === monthsBefore) return { ...stored, firstEdge: { from, until }, lastEdge: null }
  return {
    ...stored,
    firstEdge: { from, until: lastDayOf(from) },
    lastEdge: { from: `${until.slice(0, 8)}01`, until },
  }
}

function monthOf(day: string) {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1
}

function lastDayOf(day: string) {
  return dayOf(new Date(Date.UTC(yearOf(day), Number(day.slice(5, 7)), 0)))
}

/** Returns the birth years of a range. */
export function yearsOf({ from, until }: BirthRange) {
  const first = yearOf(from)
  return Array.from({ length: yearOf(until) - first + 1 }, (_, index) => first + index)
}

function yearOf(day: string) {
  return Number(day.slice(0, 4))
}

/** Birth years up to which reading each of them is always fast. */
const NARROW_YEARS = 6

/** Returns whether reading each birth year of a range is fast, however many members match. */
export function isNarrow({ from, until }: BirthRange) {
  return yearOf(until) - yearOf(from) < NARROW_YEARS
}
