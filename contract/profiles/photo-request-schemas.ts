import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { PHOTO_REQUESTS_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { PhotoRequestState, ProfileCard } from './schemas.ts'

/** A member who asked for the photos on request. */
export const PhotoRequest = ProfileCard.extend({
  state: z.enum(['asked', 'granted']),
  askedAt: z.iso.datetime(),
  /** The member paused, left or turned invisible, which looks the same: only the grant can be withdrawn. */
  isHidden: z.boolean(),
})
export type PhotoRequest = z.output<typeof PhotoRequest>

export const listPhotoRequests = {
  summary: 'Members who asked for the caller’s photos on request, and those who may see them. Newest first.',
  query: PageQuery,
  reply: z.object({ requests: z.array(PhotoRequest).max(PHOTO_REQUESTS_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas

export const decidePhotoRequest = {
  summary: 'Shows the caller’s photos on request to a member who asked, or ends that.',
  params: z.strictObject({ profileId: ProfileId }),
  body: z.strictObject({ isGranted: z.boolean() }),
  reply: z.object({}),
} satisfies EndpointSchemas

export const requestPhotos = {
  summary: 'Asks a member for the photos on request. Asking again has no effect.',
  params: z.strictObject({ profileId: ProfileId }),
  reply: z.object({ photoRequest: PhotoRequestState }),
} satisfies EndpointSchemas
