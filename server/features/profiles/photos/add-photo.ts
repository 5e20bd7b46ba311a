import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashUpload } from '#server/platform/images/hash-source.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { assertPhotoLimit, insertPhoto, preparePhoto } from '../photos.ts'
import { isPremium } from '../queries.ts'
import { isSameUpload } from '../rules.ts'
import { ownView } from '../views.ts'
import * as queries from './photo-queries.ts'
import { replacePhoto } from './replace-photo.ts'

type Deps = Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>

interface PhotoUpload {
  viewer: Pick<Viewer, 'userId' | 'mustAssureAge'>
  source: ImageSource | null
  visibility: OwnPhoto['visibility']
  clientId: string | null
  settings: Pick<Settings, 'review_photos'>
}

/**
 * Adds an upload to a member's photos. Repeating a client id adds nothing: it returns the first photo, which
 * gets what the member has changed in the upload since: another crop, or private instead of public (PRO-26).
 * @throws AppError `profiles.photo_limit`, `profiles.photo_not_an_image` and others of `preparePhoto` and
 *   `replacePhoto`; `request.busy`: another upload with this id came first
 */
export async function addPhoto(
  context: Deps,
  { viewer, source, visibility, clientId, settings }: PhotoUpload,
): Promise<OwnPhoto> {
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const { db, transaction } = context
  const { userId } = viewer
  const earlier = clientId === null ? null : await queries.findUpload(db, { userId, clientId })
  if (clientId !== null && earlier) {
    const file = { photoId: earlier.publicId, source, visibility, clientId }
    await replacePhoto(context, { viewer, ...file, settings })
    return uploadedPhoto(db, { userId, clientId })
  }
  // Rejects most uploads over the limit before the slow work; `insertPhoto` rejects the others.
  assertPhotoLimit({ count: await queries.countPhotos(db, userId), isPremium: await isPremium(db, userId) })
  const uploadHash = await hashUpload(source, { clientId, visibility })
  const photo = await preparePhoto(context, { source })
  try {
    const isReviewed = settings.review_photos
    const added = await transaction(async (tx) => {
      const { photos } = await queries.lockPhotos(tx, userId)
      if (clientId !== null && photos.some((each) => each.clientId === clientId)) return null
      return insertPhoto(context, tx, { userId, photo, visibility, clientId, uploadHash, isReviewed })
    })
    if (added) return added
  } catch (error) {
    if (error instanceof AppError) await photo.discard()
    throw error
  }
  await photo.discard()
  // The same upload, sent twice at once, may have come first. Which of two others is the later one is not
  // known.
  const first = clientId === null ? null : await queries.findUpload(db, { userId, clientId })
  if (clientId === null || !first || !isSameUpload(first, uploadHash)) throw new AppError('request.busy')
  return uploadedPhoto(db, { userId, clientId })
}

/** @throws AppError `request.busy`: it was deleted meanwhile */
async function uploadedPhoto(db: Deps['db'], upload: { userId: number; clientId: string }) {
  const stored = await queries.findUpload(db, upload)
  const { photos } = await ownView(db, upload.userId)
  const photo = photos.find(({ id }) => id === stored?.publicId)
  if (!photo) throw new AppError('request.busy')
  return photo
}
