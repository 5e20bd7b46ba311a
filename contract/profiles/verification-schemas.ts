import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { VerificationId } from '#contract/ids.ts'
import { poses, selfieRejections, verificationStates } from './verification.ts'

export const Pose = z.enum(poses)
export const SelfieRejection = z.enum(selfieRejections)

/** Whether the photos of the caller's profile are verified (PRO-36). */
export const Verification = z.object({
  state: z.enum(verificationStates),
  /** Of a rejected selfie. */
  rejection: SelfieRejection.nullable(),
  /** When the last selfie was sent. */
  sentAt: z.iso.datetime().nullable(),
})
export type Verification = z.output<typeof Verification>

/** A pose for one selfie, and until when it can be sent. */
export const PoseRequest = z.object({ id: VerificationId, pose: Pose, until: z.iso.datetime() })
export type PoseRequest = z.output<typeof PoseRequest>

export const getVerification = {
  summary: 'Whether the caller’s photos are verified.',
  reply: z.object({ verification: Verification }),
} satisfies EndpointSchemas

export const requestPose = {
  summary: 'A pose at random for the caller’s next selfie, another one each time. It can be sent for a few minutes.',
  reply: z.object({ poseRequest: PoseRequest }),
} satisfies EndpointSchemas

export const sendSelfie = {
  summary: 'Sends the selfie with that pose, which only operators see. A repetition changes nothing.',
  body: z.strictObject({ id: VerificationId }),
  reply: z.object({ verification: Verification }),
} satisfies EndpointSchemas

export const withdrawSelfie = {
  summary: 'Erases the caller’s selfie that waits. Without one nothing changes.',
  reply: z.object({ verification: Verification }),
} satisfies EndpointSchemas
