import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import {
  NEAR_STEPS_KM,
  SEARCH_LIST_MAX_LENGTH,
  SEARCH_MAX_PAGE,
  SEARCH_PAGE_SIZE,
  SEARCH_SUGGESTIONS,
  SIMILAR_MEMBERS,
} from '#contract/limits.ts'
import { UrlInteger } from '#contract/numbers.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { LookingFor, Region } from '#contract/profiles/profile-field-schemas.ts'
import { mapChoices, profileChoices, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import { Age, ProfileCard } from '#contract/profiles/schemas.ts'
import { interests } from '#contract/settings/interests.ts'
import { Country, Interest } from '#contract/settings/schemas.ts'
import { searchFields } from '#contract/settings/search-fields.ts'

/** Several values of a choice, in a URL as `single,divorced`. */
function oneOrMore<Name extends ProfileChoice>(name: Name) {
  const values = profileChoices[name]
  const List = z.array(z.enum(values)).min(1).max(values.length)
  const Text = z
    .string()
    .max(SEARCH_LIST_MAX_LENGTH)
    .transform((text) => text.split(','))
  return z.union([List, Text.pipe(List)])
}

/** A filter that is on or absent. */
const Flag = z.union([z.literal(true), z.literal('true').transform(() => true as const)])

/** Filters by fields of the profile: a member who gave none of the values is not found. */
export const SearchFacets = z.strictObject(
  mapChoices<{ [Name in ProfileChoice]: z.ZodOptional<ReturnType<typeof oneOrMore<Name>>> }>(
    // TypeScript does not see which values a name has.
    (name) => oneOrMore(name).optional() as never,
  ),
)
export type SearchFacets = z.output<typeof SearchFacets>

/** Filters that a search applies only if asked to, and only for members. */
const OptionalFilters = SearchFacets.extend({
  /** Active in the last minutes. */
  online: Flag.optional(),
  /** Signed up within the last `NEW_MEMBER_DAYS` days. */
  new: Flag.optional(),
  photo: Flag.optional(),
  /** Checked by an operator. */
  verified: Flag.optional(),
  /** Within about this many kilometres of the viewer's own cell of the map. */
  near: UrlInteger.pipe(z.literal([...NEAR_STEPS_KM])).optional(),
})

/**
 * Filters as requested. Missing ones are filled from the viewer's profile, or from the site for a visitor.
 * Ignored are filters that the site does not offer, unknown regions, and for visitors all optional ones.
 */
export const SearchFilters = z.strictObject({
  gender: LookingFor.optional(),
  country: Country.optional(),
  region: Region.optional(),
  minAge: Age.optional(),
  maxAge: Age.optional(),
  ...OptionalFilters.shape,
})
export type SearchFilters = z.output<typeof SearchFilters>

/** The applied filters with defaults: filters that a search accepts, except that `region` can be null. */
export const AppliedFilters = z.object({
  gender: LookingFor,
  country: Country,
  region: z.string().nullable(),
  minAge: z.int(),
  maxAge: z.int(),
  ...OptionalFilters.shape,
})
export type AppliedFilters = z.output<typeof AppliedFilters>

/** A number of members. */
export const MemberCount = z.object({
  numResults: z.int(),
  /** False: there are more than `numResults`, which is shown as '1000+'. */
  isExact: z.boolean(),
})

export const SearchResult = ProfileCard.extend({
  /** In a search with `near`: one of `NEAR_STEPS_KM`. It depends on nothing but the two cells of the map. */
  distanceKm: z.int().nullable(),
  /** Signed up within the last `NEW_MEMBER_DAYS` days; never for visitors. */
  isNew: z.boolean(),
  /** The interests of both; none for visitors, and as far as the site and the member show them. */
  sharedInterests: z.array(Interest).max(interests.length),
  /** Lives in the viewer's town; never for visitors. */
  isSameTown: z.boolean(),
  /** Never for visitors, nor of members in privacy mode or invisible ones. */
  answersOften: z.boolean(),
})
export type SearchResult = z.output<typeof SearchResult>

export const SearchReply = MemberCount.extend({
  filters: AppliedFilters,
  pageNumber: z.int(),
  results: z.array(SearchResult).max(SEARCH_PAGE_SIZE),
  /** Key to send as `after` for the next page; null on the last page. */
  next: z.string().nullable(),
})
export type SearchReply = z.output<typeof SearchReply>

export const searchMembers = {
  summary: 'Lists members, most recently active first: a page by number, or the page after a key.',
  query: SearchFilters.extend({
    page: UrlInteger.pipe(z.int().min(1).max(SEARCH_MAX_PAGE)).optional(),
    ...PageQuery.shape,
  }),
  reply: SearchReply,
} satisfies EndpointSchemas

export const getSearchSuggestions = {
  summary: 'For a search that finds few members: which filters to relax, and how many members that would bring.',
  query: SearchFilters,
  reply: z.object({
    /** Each finds more than the search itself: by one filter, or by the fewest that help together. */
    suggestions: z
      .array(
        MemberCount.extend({
          /** The filters that are relaxed. */
          loosened: z.array(z.enum(searchFields)).min(1).max(searchFields.length),
          /** The whole relaxed search. */
          filters: AppliedFilters,
        }),
      )
      .max(SEARCH_SUGGESTIONS),
    /** What the search finds without its filters; null unless that is more. */
    cleared: MemberCount.nullable(),
  }),
} satisfies EndpointSchemas

export const getOtherMembers = {
  summary: 'For a search that finds less than a page: similar members that it does not find.',
  query: SearchFilters,
  reply: z.object({ results: z.array(ProfileCard).max(SIMILAR_MEMBERS) }),
} satisfies EndpointSchemas

export const getSimilarMembers = {
  summary: 'Lists similar members: same gender and country, close in age.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ results: z.array(ProfileCard).max(SIMILAR_MEMBERS) }),
} satisfies EndpointSchemas
