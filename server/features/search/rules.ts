import { MAXIMUM_AGE, MINIMUM_AGE, SEARCH_AGE_SPREAD } from '#contract/limits.ts'
import type { CountryCode } from '#contract/countries.ts'
import { DAY } from '#contract/time.ts'
import type { Gender } from '#contract/profiles.ts'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { countryOfVisitor } from '#server/features/settings/rules.ts'

type FilledFilters = SearchReply['filters']

/** The part of a viewer's profile that sets the default filters. `age` in years. */
export interface Searcher {
  lookingFor: Gender
  country: CountryCode
  age: number
}

/** Fills missing filters from the viewer's profile, or from the site for a visitor. Source: SEARCH-4. */
export function fillFilters(
  filters: SearchFilters,
  { searcher, site }: { searcher: Searcher | null; site: Parameters<typeof countryOfVisitor>[0] },
): FilledFilters {
  const ages = searcher
    ? [clampAge(searcher.age - SEARCH_AGE_SPREAD), clampAge(searcher.age + SEARCH_AGE_SPREAD)]
    : [MINIMUM_AGE, MAXIMUM_AGE]
  const [from = MINIMUM_AGE, to = MAXIMUM_AGE] = ages
  // If only one age is given, the default of the other moves with it. Ages in the wrong order are swapped.
  const minAge = filters.minAge ?? Math.min(from, filters.maxAge ?? from)
  const maxAge = filters.maxAge ?? Math.max(to, filters.minAge ?? to)
  return {
    gender: filters.gender ?? searcher?.lookingFor ?? 'female',
    country: filters.country ?? searcher?.country ?? countryOfVisitor(site),
    region: filters.region || null,
    minAge: Math.min(minAge, maxAge),
    maxAge: Math.max(minAge, maxAge),
  }
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
  return { from: dayAfter(yearsBefore(today, maxAge + 1)), until: yearsBefore(today, minAge) }
}

/**
 * Returns the last day of birth of members who are this old today: the same day of that year, or 28 February if that
 * year has no 29th. Members born on 29 February have their birthday on 1 March in other years.
 */
function yearsBefore(today: string, years: number) {
  const year = yearOf(today) - years
  const monthAndDay = today.slice(4)
  return `${year}${monthAndDay === '-02-29' && !isLeapYear(year) ? '-02-28' : monthAndDay}`
}

function isLeapYear(year: number) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function dayAfter(day: string) {
  return toDay(new Date(Date.parse(day) + DAY))
}

function toDay(date: Date) {
  return date.toISOString().slice(0, 10)
}

/**
 * A birth range split for the exact count: the whole months strictly between `monthsAfter` and `monthsBefore`, which
 * `member_counts` holds, and the partial months at both ends, whose members are counted one by one. A month is
 * `year * 12 + month - 1`. A range within one month has one edge only.
 */
export interface CountParts {
  monthsAfter: number
  monthsBefore: number
  firstEdge: BirthRange
  lastEdge: BirthRange | null
}

export function countParts({ from, until }: BirthRange): CountParts {
  const monthsAfter = monthOf(from)
  const monthsBefore = monthOf(until)
  if (monthsAfter === monthsBefore) return { monthsAfter, monthsBefore, firstEdge: { from, until }, lastEdge: null }
  return {
    monthsAfter,
    monthsBefore,
    firstEdge: { from, until: lastDayOf(from) },
    lastEdge: { from: `${until.slice(0, 8)}01`, until },
  }
}

function monthOf(day: string) {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1
}

function lastDayOf(day: string) {
  return toDay(new Date(Date.UTC(yearOf(day), Number(day.slice(5, 7)), 0)))
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

/**
 * Chooses how to find the most recently active members of a birth range. `recent` scans all members by activity and
 * skips other ages. `years` reads the most recently active members of each birth year and merges them, which is faster
 * for few years, or when so few members match that the other scan would skip most of what it reads.
 */
export function chooseScan({ from, until, matching, total }: BirthRange & { matching: number; total: number }) {
  const years = yearOf(until) - yearOf(from) + 1
  return years <= NARROW_YEARS || years * matching < total ? 'years' : 'recent'
}
export type Scan = ReturnType<typeof chooseScan>
