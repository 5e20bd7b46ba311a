import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'
import { SEARCH_MAX_PAGE, SEARCH_PAGE_SIZE, SIMILAR_MEMBERS } from './limits.ts'
import { PageQuery } from './pages.ts'
import { Age, Gender, ProfileCard, Region } from './profiles.ts'
import { Country } from './settings.ts'

/** Filters as requested. Missing ones are filled from the viewer's profile, or from the site for a visitor. */
export const SearchFilters = z.strictObject({
  gender: Gender.optional(),
  country: Country.optional(),
  region: Region.optional(),
  minAge: Age.optional(),
  maxAge: Age.optional(),
})
export type SearchFilters = z.output<typeof SearchFilters>

export const SearchReply = z.object({
  /** The applied filters, including defaults. */
  filters: z.object({
    gender: Gender,
    country: Country,
    region: z.string().nullable(),
    minAge: z.int(),
    maxAge: z.int(),
  }),
  pageNumber: z.int(),
  results: z.array(ProfileCard).max(SEARCH_PAGE_SIZE),
  /** Exact number of matching members. */
  numResults: z.int(),
  /** Key to send as `after` for the next page; null on the last page. */
  next: z.string().nullable(),
})
export type SearchReply = z.output<typeof SearchReply>

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  access: 'anyone',
  summary: 'Lists members, most recently active first: a page by number, or the page after a key.',
  query: SearchFilters.extend({
    page: z.coerce.number().int().min(1).max(SEARCH_MAX_PAGE).optional(),
    ...PageQuery.shape,
  }),
  reply: SearchReply,
})

export const getSimilarMembers = endpoint({
  method: 'GET',
  path: '/api/members/:profileId/similar',
  access: 'member',
  summary: 'Lists similar members: same gender and country, close in age.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ results: z.array(ProfileCard).max(SIMILAR_MEMBERS) }),
})
