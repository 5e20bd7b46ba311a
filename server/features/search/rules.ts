import { MAXIMUM_AGE, MINIMUM_AGE, SEARCH_AGE_SPREAD } from '#contract/limits.ts'
import type { CountryCode } from '#contract/countries.ts'
import type { Gender } from '#contract/profiles.ts'
import type { SearchFilters, SearchReply } from '#contract/search.ts'
import { countryOfVisitor } from '#server/features/settings/rules.ts'

type FilledFilters = SearchReply['filters']

/** What a viewer's own profile says about whom she looks for. */
export interface Searcher {
  lookingFor: Gender
  country: CountryCode
  age: number
}

/** Fills in what was left open: from the viewer's own profile, or for a visitor from the site. */
export function fillFilters(
  filters: SearchFilters,
  { searcher, site }: { searcher: Searcher | null; site: Parameters<typeof countryOfVisitor>[0] },
): FilledFilters {
  const ages = searcher
    ? [clampAge(searcher.age - SEARCH_AGE_SPREAD), clampAge(searcher.age + SEARCH_AGE_SPREAD)]
    : [MINIMUM_AGE, MAXIMUM_AGE]
  const [from = MINIMUM_AGE, to = MAXIMUM_AGE] = ages
  // With one end given the other gives way; given the wrong way round they change places.
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

/** Days of birth, both included, of those who have these ages on a day. Dates as `2001-02-03`. */
export interface BirthRange {
  from: string
  until: string
}

export function birthRange({ today, minAge, maxAge }: { today: string; minAge: number; maxAge: number }): BirthRange {
  return { from: dayAfter(yearsBefore(today, maxAge + 1)), until: yearsBefore(today, minAge) }
}

/**
 * The last day of birth of those who are this old today: the same day of that year, or 28 February where that year
 * has no 29th; who was born on a 29th has her birthday on 1 March in other years.
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
  return toDay(new Date(Date.parse(day) + 24 * 60 * 60 * 1000))
}

function toDay(date: Date) {
  return date.toISOString().slice(0, 10)
}

/**
 * A range of birth days cut for the exact count: whole months between, exclusive, counted from `member_counts`, and
 * the two edges, counted one by one. Months are year * 12 + month - 1. In one and the same month there is one edge.
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

/** The years in which the days of a range lie. */
export function yearsOf({ from, until }: BirthRange) {
  const first = yearOf(from)
  return Array.from({ length: yearOf(until) - first + 1 }, (_, index) => first + index)
}

function yearOf(day: string) {
  return Number(day.slice(0, 4))
}

const NARROW_YEARS = 6

/**
 * How to find the most recently active of a range of birth days. `recent` walks everybody by activity and skips the
 * wrong ages; `years` reads the latest of each birth year and merges: better for few years, or where so few of all
 * match that the first walk would skip for long.
 */
export function chooseScan({ from, until, matching, total }: BirthRange & { matching: number; total: number }) {
  const years = yearOf(until) - yearOf(from) + 1
  return years <= NARROW_YEARS || years * matching < total ? 'years' : 'recent'
}
export type Scan = ReturnType<typeof chooseScan>
