import type { z } from 'zod'
import { countries } from '#contract/countries.ts'
import { CURSOR_MAX_LENGTH, MAXIMUM_AGE, MINIMUM_AGE, NEAR_STEPS_KM, SEARCH_MAX_PAGE } from '#contract/limits.ts'
import { lookingForOptions, profileChoiceNames, profileChoices } from '#contract/profiles/profile-fields.ts'
import type { searchMembers, SearchFilters } from '#contract/search/schemas.ts'

export type SearchInput = z.input<typeof searchMembers.query>

/** A search as it is in the URL: filters, and a page by number or the page after a key. */
export type Search = SearchFilters & { page: number; after?: string }

/** Filters that are on or absent. */
export const flagFilters = ['online', 'new', 'photo', 'verified'] as const

/** Reads the filters and the page from the URL. Invalid values are left out (SEARCH-4). */
export function readSearch(params: URLSearchParams): Search {
  const region = params.get('region')
  const minAge = readNumber(params.get('minAge'), MINIMUM_AGE, MAXIMUM_AGE)
  const maxAge = readNumber(params.get('maxAge'), MINIMUM_AGE, MAXIMUM_AGE)
  const gender = lookingForOptions.find((each) => each === params.get('gender'))
  const country = countries.find((each) => each === params.get('country'))
  const after = params.get('after')
  return {
    ...(gender && { gender }),
    ...(country && { country }),
    ...(country && region && { region }),
    ...(minAge && { minAge }),
    ...(maxAge && { maxAge }),
    ...readOptional(params),
    page: readNumber(params.get('page'), 1, SEARCH_MAX_PAGE) ?? 1,
    ...(after && after.length <= CURSOR_MAX_LENGTH && { after }),
  }
}

function readOptional(params: URLSearchParams): SearchFilters {
  const near = NEAR_STEPS_KM.find((each) => String(each) === params.get('near'))
  const flags = flagFilters.filter((each) => params.get(each) === 'true').map((each) => [each, true])
  const choices = profileChoiceNames.flatMap((name) => {
    const names = params.get(name)?.split(',') ?? []
    const values = profileChoices[name].filter((value) => names.includes(value))
    return values.length > 0 ? [[name, values]] : []
  })
  // The values come from the same lists as the type.
  return { ...(Object.fromEntries([...flags, ...choices]) as SearchFilters), ...(near && { near }) }
}

/** Writes a search as a link's query string: `?gender=female&country=FR&page=2`, without the first page. */
export function writeSearch({
  page,
  after,
  ...filters
}: SearchFilters & { page?: number; after?: string | undefined }) {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) if (value !== undefined) params.set(key, String(value))
  if (after) params.set('after', after)
  else if (page && page > 1) params.set('page', String(page))
  const text = params.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

function readNumber(text: string | null, min: number, max: number) {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}
