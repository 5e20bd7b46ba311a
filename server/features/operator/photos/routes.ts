import * as contract from '#contract/operator/photos/calls.ts'
import * as schemas from '#contract/operator/photos/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { openReviewedPhoto } from '#server/features/profiles/review-queue.ts'
import { FileReply } from '#server/platform/http/file-reply.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { decidePhotos, claimPhotos } from './review.ts'

export function photosRoutes({ route }: Routes, context: AppContext) {
  route(contract.claimPhotos, schemas.claimPhotos, async ({ operator }) => claimPhotos(context, { operator }))

  route(contract.decidePhotos, schemas.decidePhotos, async ({ operator, body }) =>
    decidePhotos(context, { operator, ...body }),
  )

  // Whose id only calls name that are recorded.
  route(contract.getReviewedPhoto, schemas.getReviewedPhoto, async ({ params: { photoId, size } }) => {
    const content = await openReviewedPhoto(context, { photoId, size })
    return new FileReply({ name: `${photoId}.webp`, type: 'image/webp', content })
  })
}
