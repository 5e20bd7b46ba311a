import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { PhotoId, ProfileId } from '#contract/ids.ts'
import { BULK_DECISIONS_MAX, PHOTO_REVIEW_PAGE } from '#contract/limits.ts'
import { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { PhotoRejection, PhotoVisibility } from '#contract/profiles/schemas.ts'

const WaitingPhoto = z.object({
  id: PhotoId,
  width: z.int(),
  height: z.int(),
  visibility: PhotoVisibility,
  /** The model takes it for explicit. */
  isExplicit: z.boolean(),
  /** Probability that it is explicit; null: not rated. */
  rating: z.number().nullable(),
  addedAt: z.iso.datetime(),
  profileId: ProfileId,
  name: z.string(),
  gender: Gender,
  age: z.int(),
  /** Photos of this member that were rejected and still exist. */
  rejected: z.int(),
})
export type WaitingPhoto = z.output<typeof WaitingPhoto>

export const claimPhotos = {
  summary: 'The first photos that wait for review; no other operator gets them for a time. It is recorded.',
  reply: z.object({ photos: z.array(WaitingPhoto).max(PHOTO_REVIEW_PAGE), waiting: z.int() }),
} satisfies EndpointSchemas

export const decidePhotos = {
  summary: 'Accepts photos, or rejects them for a reason that their owners read. Each counts by itself.',
  body: z.strictObject({
    photoIds: z.array(PhotoId).min(1).max(BULK_DECISIONS_MAX),
    /** Null accepts. */
    rejection: PhotoRejection.nullable(),
  }),
  reply: z.object({
    // `error`: the code of why nothing was decided.
    results: z.array(z.object({ photoId: PhotoId, error: z.string().nullable() })).max(BULK_DECISIONS_MAX),
  }),
} satisfies EndpointSchemas

export const getReviewedPhoto = {
  summary: 'The image of a photo that others can see or that waits for review, as a file.',
  params: z.strictObject({ photoId: PhotoId, size: z.enum(['tile', 'medium', 'large']) }),
  reply: z.string(),
} satisfies EndpointSchemas
