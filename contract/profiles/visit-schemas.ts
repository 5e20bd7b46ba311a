import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { VISITORS_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { ProfileCard } from './schemas.ts'

export const addVisit = {
  summary: 'Records that the caller opened this profile, once a day. Pages call it when a profile is on the screen.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({}),
} satisfies EndpointSchemas

/** A member who opened the caller's profile. */
export const VisitorCard = ProfileCard.extend({ visitedAt: z.iso.datetime(), isNew: z.boolean() })
export type VisitorCard = z.output<typeof VisitorCard>

export const listVisitors = {
  summary: 'Members who opened the caller’s profile, latest first.',
  query: PageQuery,
  reply: z.object({ results: z.array(VisitorCard).max(VISITORS_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas

export const countVisitors = {
  summary: 'The number of visitors since the caller last opened the list, without fictional profiles.',
  reply: z.object({ count: z.int().nonnegative() }),
} satisfies EndpointSchemas

export const markVisitorsSeen = {
  summary: 'Marks the visits until a time as seen: that of the latest visit in the list. Returns how many are new.',
  body: z.strictObject({ until: z.iso.datetime().max(32) }),
  reply: z.object({ count: z.int().nonnegative() }),
} satisfies EndpointSchemas
