import { PHOTO_UPLOAD_RATE, POSE_RATE } from '#contract/limits.ts'
import * as contract from '#contract/profiles/verification-calls.ts'
import * as schemas from '#contract/profiles/verification-schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { requestPose, sendSelfie, verificationOf, withdrawSelfie } from './verification.ts'

/** The calls by which members verify their photos. */
export function verificationRoutes({ route }: Pick<Routes<Viewer>, 'route'>, context: AppContext) {
  route(contract.getVerification, schemas.getVerification, async ({ viewer }) => ({
    verification: await verificationOf(context.db, viewer.userId),
  }))

  route(
    contract.requestPose,
    schemas.requestPose,
    async ({ viewer }) => ({ poseRequest: await requestPose(context, { viewer }) }),
    {
      memberRate: POSE_RATE,
    },
  )

  route(
    contract.sendSelfie,
    schemas.sendSelfie,
    async ({ viewer, body: { id }, upload }) => ({
      verification: await sendSelfie(context, { viewer, id, source: upload }),
    }),
    { memberRate: PHOTO_UPLOAD_RATE },
  )

  route(
    contract.withdrawSelfie,
    schemas.withdrawSelfie,
    async ({ viewer }) => ({ verification: await withdrawSelfie(context, { viewer }) }),
    { memberRate: POSE_RATE },
  )
}
