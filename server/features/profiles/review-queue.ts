import { PHOTO_CLAIM_MS, PHOTO_REVIEW_PAGE } from '#contract/limits.ts'
import type { PhotoSize } from '#contract/profiles/photo-urls.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { chooseFile } from './photo-files.ts'
import { countWaiting, findVisibleFile, claimWaiting } from './photos/photo-review-queries.ts'

/** Returns how many photos wait for review, and since when the oldest does. */
export function photosToReview({ db }: Pick<Context, 'db'>) {
  return countWaiting(db)
}

/**
 * Gives an operator the photos to review first, those rated explicit before others. No other operator gets
 * them for `PHOTO_CLAIM_MS`; taking again lengthens it.
 */
export function claimPhotos(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { actorId }: { actorId: string },
) {
  const now = clock.now()
  const until = new Date(now.getTime() + PHOTO_CLAIM_MS)
  return transaction((tx) => claimWaiting(tx, { actorId, now, until, limit: PHOTO_REVIEW_PAGE }))
}

/**
 * Opens a photo for an operator: one that others can see, or that waits for review.
 * @throws AppError `profiles.photo_not_found`
 */
export async function openReviewedPhoto(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { photoId, size }: { photoId: string; size: PhotoSize },
) {
  const photo = await findVisibleFile(db, photoId)
  const file = photo && (await storage.open(chooseFile({ ...photo, size, acceptsAvif: false }).key))
  if (!file) throw new AppError('profiles.photo_not_found')
  return file.stream
}
