import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { VISITORS_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { ProfileCard } from './profiles.ts'

export const addVisit = endpoint({
  method: 'PUT',
  path: '/api/members/:profileId/visit',
  access: 'member',
  summary: 'Records that the caller opened this profile, once a day. Pages call it when a profile is on the screen.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({}),
})

/** A member who opened the caller's profile. */
export const VisitorCard = ProfileCard.extend({ visitedAt: z.iso.datetime(), isNew: z.boolean() })
export type VisitorCard = z.output<typeof VisitorCard>

export const listVisitors = endpoint({
  method: 'GET',
  path: '/api/visitors',
  access: 'member',
  summary: 'Members who opened the caller’s profile, latest first.',
  query: PageQuery,
  reply: z.object({ results: z.array(VisitorCard).max(VISITORS_PAGE_SIZE), next: z.string().nullable() }),
})

export const countVisitors = endpoint({
  method: 'GET',
  path: '/api/visitors/new',
  access: 'member',
  summary: 'The number of visitors since the caller last opened the list, without fictional profiles.',
  reply: z.object({ count: z.int().nonnegative() }),
})

export const markVisitorsSeen = endpoint({
  method: 'PUT',
  path: '/api/visitors/seen',
  access: 'member',
  summary: 'Marks the visits until a time as seen: that of the latest visit in the list. Returns how many are new.',
  body: z.strictObject({ until: z.iso.datetime().max(32) }),
  reply: z.object({ count: z.int().nonnegative() }),
})
