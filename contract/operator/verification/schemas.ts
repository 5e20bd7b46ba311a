import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { PhotoId, ProfileId, VerificationId } from '#contract/ids.ts'
import { SELFIE_PHOTOS, SELFIE_REVIEW_PAGE } from '#contract/limits.ts'
import { Pose, SelfieRejection } from '#contract/profiles/verification-schemas.ts'

const WaitingSelfie = z.object({
  id: VerificationId,
  pose: Pose,
  /** The model takes the selfie for explicit. */
  isExplicit: z.boolean(),
  sentAt: z.iso.datetime(),
  profileId: ProfileId,
  name: z.string(),
  age: z.int(),
  /** The public photos, main photo first. */
  photos: z.array(z.object({ id: PhotoId, width: z.int(), height: z.int() })).max(SELFIE_PHOTOS),
})
export type WaitingSelfie = z.output<typeof WaitingSelfie>

export const claimSelfies = {
  summary: 'The selfies that have waited longest; no other operator gets them for a time. It is recorded.',
  reply: z.object({ selfies: z.array(WaitingSelfie).max(SELFIE_REVIEW_PAGE), waiting: z.int() }),
} satisfies EndpointSchemas

export const decideSelfie = {
  summary: 'Accepts a selfie, or rejects it for a reason that the member reads. Erases it.',
  params: z.strictObject({ verificationId: VerificationId }),
  body: z.strictObject({
    /** Null accepts. */
    rejection: SelfieRejection.nullable(),
    /** The photos with which the operator compared the selfie. */
    photoIds: z.array(PhotoId).max(SELFIE_PHOTOS),
  }),
  reply: z.object({}),
} satisfies EndpointSchemas

export const getSelfie = {
  summary: 'The image of a selfie that waits, as a file.',
  params: z.strictObject({ verificationId: VerificationId }),
  reply: z.string(),
} satisfies EndpointSchemas
