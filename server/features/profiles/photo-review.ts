import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import type { Evidence } from '#server/features/moderation/cases/open-case.ts'
import { recordRejection } from '#server/features/moderation/cases/photo-case.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { photoReviewed } from './events.ts'
import * as queries from './photos/photo-queries.ts'
import * as reviewQueries from './photos/photo-review-queries.ts'
import { chooseMainPhoto } from './photos.ts'
import { queueRejectionMail } from './photos/rejection-mail.ts'
import { isExplicit } from './rules.ts'

interface Review {
  photoId: string
  /** Null accepts. */
  rejection: PhotoRejection | null
  /**
   * The operator, who decides only about a photo that waits and that no other operator has taken; with a copy
   * of the photo for an appeal.
   */
  operator?: { actorId: string; copy: Evidence | null }
}

/**
 * Records an operator's decision about a photo: active, or rejected for a reason that the owner sees. A
 * rejected main photo is replaced by the next public one, and the owner is mailed; the rejection is a decided
 * case, with its reasons and an appeal (MOD-36). Idempotent; `isNew`: it changed something.
 * @throws AppError `profiles.photo_not_found`; of an operator `profiles.photo_review_taken`,
 *   `profiles.photo_reviewed`
 * Source: PRO-25.
 */
export async function reviewPhoto(
  { db, transaction, clock, jobs }: Pick<Context, 'db' | 'transaction' | 'clock' | 'jobs'>,
  { photoId, rejection, operator }: Review,
) {
  const userId = await queries.findPhotoOwner(db, photoId)
  if (userId === null) throw new AppError('profiles.photo_not_found')
  const status = rejection === null ? 'active' : 'rejected'
  return transaction(async (tx) => {
    if (!(await reviewQueries.lockOwner(tx, userId))) throw new AppError('profiles.photo_not_found')
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo) throw new AppError('profiles.photo_not_found')
    const now = clock.now()
    const before = await reviewQueries.reviewOf(tx, photo.id)
    if (photo.isReviewed && photo.status === status && before.rejection === rejection) return { isNew: false, userId }
    if (operator) assertTaken({ ...before, status: photo.status }, { ...operator, now })
    // The reversal of a case shows the photo.
    const restoredStatus = operator && rejection !== null ? ('active' as const) : null
    await queries.setReview(tx, { photoId: photo.id, status, rejection, restoredStatus, reviewedAt: now })
    const after = photos.map((each) => (each.id === photo.id ? { ...each, status } : each))
    await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after })
    if (rejection !== null) await queueRejectionMail({ jobs, clock }, tx, { userId, photoId: photo.id })
    if (rejection !== null && operator) {
      const source = isExplicit(photo.explicitness) ? ('automated' as const) : ('own' as const)
      await recordRejection({ clock }, tx, { ...operator, userId, photoId, rejection, source })
    }
    await emit(tx, photoReviewed, { userId, photoId: photo.id, status })
    return { isNew: true, userId }
  })
}

function assertTaken(
  { status, claimedBy, claimedUntil }: { status: string; claimedBy: string | null; claimedUntil: Date | null },
  { actorId, now }: { actorId: string; now: Date },
) {
  if (status !== 'pending') throw new AppError('profiles.photo_reviewed')
  if (claimedBy !== null && claimedBy !== actorId && claimedUntil !== null && claimedUntil > now)
    throw new AppError('profiles.photo_review_taken')
}
