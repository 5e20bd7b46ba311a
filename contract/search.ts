import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'
import { SEARCH_MAX_PAGE } from './limits.ts'
import { Age, Gender, ProfileCard } from './profiles.ts'
import { Country } from './settings.ts'
import { Line } from './texts.ts'

/** Filters in force; what is left out is filled from the viewer's own profile. */
export const SearchFilters = z.object({
  gender: Gender.optional(),
  country: Country.optional(),
  region: Line.max(100).optional(),
  minAge: Age.optional(),
  maxAge: Age.optional(),
})
export type SearchFilters = z.output<typeof SearchFilters>

export const SearchReply = z.object({
  /** The filters as they were applied, defaults filled in. */
  filters: z.object({
    gender: Gender,
    country: Country,
    region: z.string().nullable(),
    minAge: z.int(),
    maxAge: z.int(),
  }),
  pageNumber: z.int(),
  results: z.array(ProfileCard),
  /** Exact. */
  numResults: z.int(),
  /** Hand back as `after` for the page that follows; null on the last page. */
  next: z.string().nullable(),
})
export type SearchReply = z.output<typeof SearchReply>

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  access: 'anyone',
  summary: 'Members, most recently active first: a page by number, or the page after a key.',
  query: SearchFilters.extend({
    page: z.coerce.number().int().min(1).max(SEARCH_MAX_PAGE).optional(),
    after: z.string().max(100).optional(),
  }),
  reply: SearchReply,
})

export const getSimilarMembers = endpoint({
  method: 'GET',
  path: '/api/members/:profileId/similar',
  access: 'member',
  summary: 'Members like this one: same gender and country, near in age.',
  params: z.object({ profileId: ProfileId }),
  reply: z.object({ results: z.array(ProfileCard) }),
})
