import * as contract from '#contract/operator/verification/calls.ts'
import * as schemas from '#contract/operator/verification/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { openSelfie } from '#server/features/profiles/verification-review.ts'
import { FileReply } from '#server/platform/http/file-reply.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { claimSelfies, decideSelfie } from './review.ts'

export function verificationRoutes({ route }: Routes, context: AppContext) {
  route(contract.claimSelfies, schemas.claimSelfies, async ({ operator }) => claimSelfies(context, { operator }))

  route(contract.decideSelfie, schemas.decideSelfie, async ({ operator, params: { verificationId }, body }) => {
    await decideSelfie(context, { operator, verificationId, ...body })
    return {}
  })

  // Whose id only calls name that are recorded.
  route(contract.getSelfie, schemas.getSelfie, async ({ params: { verificationId } }) => {
    const content = await openSelfie(context, { verificationId })
    return new FileReply({ name: `${verificationId}.webp`, type: 'image/webp', content })
  })
}
