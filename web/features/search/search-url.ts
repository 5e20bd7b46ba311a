import type { z } from 'zod'
import { countries } from '#contract/countries.ts'
import { MAXIMUM_AGE, MINIMUM_AGE, SEARCH_MAX_PAGE } from '#contract/limits.ts'
import { genders } from '#contract/profiles.ts'
import type { SearchFilters, searchMembers } from '#contract/search.ts'

export type SearchInput = z.input<NonNullable<typeof searchMembers.query>>

/** Reads the filters and the page from the URL. Invalid values are left out (SEARCH-4). */
export function readSearch(params: URLSearchParams): SearchFilters & { page: number } {
  const region = params.get('region')
  const minAge = readNumber(params.get('minAge'), MINIMUM_AGE, MAXIMUM_AGE)
  const maxAge = readNumber(params.get('maxAge'), MINIMUM_AGE, MAXIMUM_AGE)
  const gender = genders.find((each) => each === params.get('gender'))
  const country = countries.find((each) => each === params.get('country'))
  return {
    ...(gender && { gender }),
    ...(country && { country }),
    ...(country && region && { region }),
    ...(minAge && { minAge }),
    ...(maxAge && { maxAge }),
    page: readNumber(params.get('page'), 1, SEARCH_MAX_PAGE) ?? 1,
  }
}

/** Writes filters and page as the query string of a link: `?gender=female&country=FR&page=2`. The first page is left out. */
export function writeSearch({ page, ...filters }: SearchFilters & { page?: number }) {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) if (value !== undefined) params.set(key, String(value))
  if (page && page > 1) params.set('page', String(page))
  const text = params.toString()
  return text ? `?${text}` : ''
}

function readNumber(text: string | null, min: number, max: number) {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}
