import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { assertAgeAssured } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { hashUpload } from '#server/platform/images/hash-source.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { cardChanged } from '../events.ts'
import { assertNotRejected, chooseMainPhoto, clearFiles, preparePhoto, reportBannedImage } from '../photos.ts'
import * as queries from './photo-queries.ts'
import { isSameUpload, waitsForReview } from '../rules.ts'
import { ownView } from '../views.ts'

interface NewFile {
  viewer: Pick<Viewer, 'userId' | 'mustAssureAge'>
  photoId: string
  source: ImageSource | null
  /** Of an upload that is sent again with another one. Default: it stays. */
  visibility?: OwnPhoto['visibility']
  clientId: string
  settings: Pick<Settings, 'review_photos'>
}

/**
 * Replaces the image of a photo: the row stays, with its place, caption and unlocks, and gets another public
 * id, because browsers keep what they fetched under the old one. The new image is reviewed like a new photo.
 * Repeating a client id replaces nothing more; with another image, as after another crop, it replaces that of
 * the first time. No upload makes a private photo public: its owner may have made it private since.
 * @throws AppError `profiles.photo_not_found`, `profiles.photo_rejected` by review, those of `preparePhoto`;
 *   `accounts.age_check_needed`: the photo is not public;
 *   `request.busy`: another upload with this id came first
 */
export async function replacePhoto(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  { viewer, photoId, source, visibility: wanted, clientId, settings }: NewFile,
) {
  const { db, transaction } = context
  const { userId } = viewer
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const uploadHash = await hashUpload(source, { clientId, visibility: wanted ?? null })
  const earlier = await queries.findUpload(db, { userId, clientId })
  if (earlier && isSameUpload(earlier, uploadHash)) return ownView(db, userId)
  const publicId = earlier?.publicId ?? photoId
  const before = await queries.findOwnPhoto(db, { userId, photoId: publicId })
  if (!before) throw new AppError('profiles.photo_not_found')
  if (before.visibility !== 'public') assertAgeAssured(viewer)
  assertNotRejected(before)
  const { discard, ...image } = await preparePhoto(context, { source })
  const isReplaced = await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find((each) => each.publicId === publicId)
    // Each new image has another public id, so that one that came meanwhile is not replaced.
    if (!photo || photos.some((each) => each.clientId === clientId && each.id !== photo.id)) return false
    assertNotRejected(photo)
    const visibility = wanted === 'private' ? wanted : photo.visibility
    const mustWait = waitsForReview({ ...image, visibility, isReviewed: settings.review_photos })
    const status = mustWait ? ('pending' as const) : ('active' as const)
    const file = { ...image, status, visibility, clientId, uploadHash }
    await queries.replaceFile(tx, { photoId: photo.id, publicId: newPublicId(), ...file })
    await reportBannedImage(tx, { userId, photoId: photo.id, fingerprint: image.fingerprint })
    const after = photos.map((each) => (each.id === photo.id ? { ...each, status, visibility } : each))
    await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after })
    // The main photo stays the same one, with another address.
    if (photo.id === mainPhotoId && status === 'active') await emit(tx, cardChanged, { userId })
    await clearFiles(context, tx, photo.storageKey)
    return true
  })
  if (!isReplaced) {
    await discard()
    // Without one the photo was deleted meanwhile.
    const present = await queries.findUpload(db, { userId, clientId })
    if (!present) throw new AppError('profiles.photo_not_found')
    if (!isSameUpload(present, uploadHash)) throw new AppError('request.busy')
  }
  return ownView(db, userId)
}
