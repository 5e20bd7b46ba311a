import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { photoReviewed } from './events.ts'
import * as queries from './photo-queries.ts'
import { chooseMainPhoto } from './photos.ts'

/**
 * Records an operator's decision about a photo: active, or rejected for a reason that the owner sees. A
 * rejected main photo is replaced by the next public one. Idempotent.
 * @throws AppError `profiles.photo_not_found`
 * Source: PRO-25.
 */
export async function reviewPhoto(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { photoId, rejection }: { photoId: string; rejection: PhotoRejection | null },
) {
  const userId = await queries.findPhotoOwner(db, photoId)
  if (userId === null) throw new AppError('profiles.photo_not_found')
  const status = rejection === null ? 'active' : 'rejected'
  await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo) throw new AppError('profiles.photo_not_found')
    await queries.setReview(tx, { photoId: photo.id, status, rejection, reviewedAt: clock.now() })
    const after = photos.map((each) => (each.id === photo.id ? { ...each, status } : each))
    await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after })
    await emit(tx, photoReviewed, { userId, photoId: photo.id, status })
  })
}
