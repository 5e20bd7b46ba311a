import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashSource } from '#server/platform/images/hash-source.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { assertPhotoLimit, changePhoto, insertPhoto, preparePhoto } from '../photos.ts'
import { isPremium } from '../queries.ts'
import { isSameUpload } from '../rules.ts'
import { ownView } from '../views.ts'
import * as queries from './photo-queries.ts'
import { replacePhoto } from './replace-photo.ts'

type Deps = Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>

interface PhotoUpload {
  viewer: Viewer
  source: ImageSource | null
  visibility: OwnPhoto['visibility']
  clientId: string | null
  settings: Pick<Settings, 'review_photos'>
}

/**
 * Adds an upload to a member's photos. Repeating a client id adds nothing: it returns the first photo, which
 * gets what the member has changed since, another crop or who sees it (PRO-26).
 * @throws AppError `profiles.photo_limit`, `profiles.photo_not_an_image` and others of `preparePhoto`
 */
export async function addPhoto(context: Deps, { source, ...upload }: PhotoUpload): Promise<OwnPhoto> {
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const { db, transaction } = context
  const { viewer, visibility, clientId, settings } = upload
  const { userId } = viewer
  const earlier = await repeatUpload(context, { ...upload, source })
  if (earlier) return earlier
  // Rejects most uploads over the limit before the slow work; `insertPhoto` rejects the others.
  assertPhotoLimit({ count: await queries.countPhotos(db, userId), isPremium: await isPremium(db, userId) })
  const uploadHash = await hashSource(source)
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
  // The same upload, sent twice at once, has won.
  await photo.discard()
  const first = await repeatUpload(context, { ...upload, source })
  if (!first) throw new AppError('request.busy')
  return first
}

/** Returns the photo of an earlier upload with this client id, changed to this one; null if there is none. */
async function repeatUpload(context: Deps, { clientId, ...upload }: PhotoUpload & { source: ImageSource }) {
  const { viewer, source, visibility, settings } = upload
  const { userId } = viewer
  if (clientId === null) return null
  const earlier = await queries.findUpload(context.db, { userId, clientId })
  if (!earlier) return null
  const photoId = earlier.publicId
  if (earlier.visibility !== visibility) await changePhoto(context, { viewer, photoId, change: { visibility } })
  if (!isSameUpload(earlier, await hashSource(source)))
    await replacePhoto(context, { viewer, photoId, source, clientId, settings })
  const present = await queries.findUpload(context.db, { userId, clientId })
  const { photos } = await ownView(context.db, userId)
  return photos.find(({ id }) => id === present?.publicId) ?? null
}
