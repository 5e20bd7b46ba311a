import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { rethrowAsAppError } from '#server/features/moderation/image-errors.ts'
import { findBanOfImage, isRemovedImage } from '#server/features/moderation/known-images.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import { newStorageKey } from '#server/platform/storage/file-keys.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { bannedPhotoAdded, cardChanged, photoAdded, photoRemoved } from './events.ts'
import { clearPhotoFiles } from './jobs.ts'
import { deletePhotoFiles, RENDITIONS, storePhotoFiles, WEBP_RENDITIONS } from './photo-files.ts'
import * as queries from './photos/photo-queries.ts'
import { isPremium } from './queries.ts'
import { nextMainPhoto, orderedPhotos, photoLimit, waitsForReview } from './rules.ts'
import { ownView } from './views.ts'

type Visibility = OwnPhoto['visibility']

/** An image whose files are stored, before it is a photo of a member. */
export interface PreparedPhoto {
  storageKey: string
  width: number
  height: number
  preview: string
  /** Sizes and formats of the files: see `photo-files.ts`. */
  renditions: number
  /** See `ProcessedImage`. */
  fingerprint: string | null
  explicitness: number | null
  /** Deletes the files at once, when the photo is not stored. Without this call a job deletes them later. */
  discard(): Promise<void>
}

/**
 * Stores an upload's files in every size. Slow, so it runs before the transaction that inserts the photo.
 * `isKnownGood`: an image of the program itself, which is neither rated nor encoded as AVIF.
 * @throws AppError `profiles.photo_not_an_image`, `.photo_too_large`, `.photo_too_small`, `.photo_failed`,
 *   `.photo_removed` (MOD-8), `.photo_not_stored` (the disk is full), `request.busy`
 */
export async function preparePhoto(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock'>,
  { source, isKnownGood = false }: { source: ImageSource; isKnownGood?: boolean },
): Promise<PreparedPhoto> {
  const options = { withAvif: !isKnownGood, withRating: !isKnownGood }
  const { sizes, ...image } = await context.images.process(source, options).catch(rethrowAsAppError)
  if (await isRemovedImage(context.db, image.fingerprint)) throw new AppError('profiles.photo_removed')
  // One whose rating failed is treated as explicit, so that a person looks at it.
  const explicitness = image.explicitness ?? (isKnownGood ? null : 1)
  const storageKey = await newStorageKey(context, clearPhotoFiles)
  const discard = () => deletePhotoFiles(context, storageKey)
  try {
    await storePhotoFiles(context, storageKey, sizes)
  } catch (error) {
    // All writes have ended, so none of them can add a file after this.
    await discard()
    throw new AppError('profiles.photo_not_stored', { cause: error })
  }
  const renditions = isKnownGood ? WEBP_RENDITIONS : RENDITIONS
  return { ...image, explicitness, storageKey, renditions, discard }
}

/** Deletes the files of a photo that no table has any more, by a job of the transaction. */
export async function clearFiles({ jobs }: Pick<Context, 'jobs'>, tx: Tx, storageKey: string) {
  await jobs.enqueue(tx, clearPhotoFiles, { storageKey })
}

interface NewPhoto {
  userId: number
  photo: PreparedPhoto
  visibility: Visibility
  /** Of the upload, for a client that repeats it. */
  clientId?: string | null
  uploadHash?: Buffer | null
  /** The site reviews every photo (PRO-25). */
  isReviewed: boolean
}

/**
 * Inserts a prepared image as a photo of a member; the first public one becomes the main photo. Concurrent
 * uploads of a member wait for each other, so that the limit holds (PRO-4).
 * @throws AppError `profiles.photo_limit` with `{limit}`
 */
export async function insertPhoto(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, photo, visibility, clientId = null, uploadHash = null, isReviewed }: NewPhoto,
): Promise<OwnPhoto> {
  const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
  assertPhotoLimit({ count: photos.length, isPremium: await isPremium(tx, userId) })
  const { storageKey, width, height, preview, renditions, fingerprint, explicitness } = photo
  const id = newId(clock)
  const publicId = newPublicId()
  const status = waitsForReview({ visibility, explicitness, isReviewed }) ? 'pending' : 'active'
  await queries.storePhoto(tx, {
    id,
    publicId,
    userId,
    visibility,
    storageKey,
    width,
    height,
    preview,
    renditions,
    fingerprint,
    explicitness,
    status,
    position: (photos.at(-1)?.position ?? 0) + 1,
    clientId,
    uploadHash,
    createdAt: clock.now(),
  })
  const isMain = mainPhotoId === null && visibility === 'public' && status === 'active'
  if (isMain) await changeMainPhoto(tx, { userId, photoId: id })
  await emit(tx, photoAdded, { userId, photoId: id })
  await reportBannedImage(tx, { userId, photoId: id, fingerprint })
  const ownPhoto = { id: publicId, width, height, preview, isLocked: false }
  return { ...ownPhoto, visibility, isMain, caption: '', status, rejection: null, decision: null, isHidden: false }
}

/** Publishes that a photo is one that a banned member had. It is shown as any other (MOD-8). */
export async function reportBannedImage(
  tx: Tx,
  { fingerprint, ...photo }: { userId: number; photoId: number; fingerprint: string | null },
) {
  const caseId = await findBanOfImage(tx, { fingerprint, userId: photo.userId })
  if (caseId !== null) await emit(tx, bannedPhotoAdded, { ...photo, caseId })
}

interface MainPhotoChoice {
  userId: number
  /** The main photo until now. */
  mainPhotoId: number | null
  /** All photos after the change. */
  photos: Parameters<typeof nextMainPhoto>[0]
  /** The photo that is to be the main one, if it can be; default: the main photo until now. */
  preferredId?: number | null
}

/** Chooses the main photo after a change of a member's photos. */
export async function chooseMainPhoto(
  tx: Tx,
  { userId, mainPhotoId, photos, preferredId = mainPhotoId }: MainPhotoChoice,
) {
  const photoId = nextMainPhoto(photos, preferredId)
  if (photoId !== mainPhotoId) await changeMainPhoto(tx, { userId, photoId })
}

async function changeMainPhoto(tx: Tx, { userId, photoId }: { userId: number; photoId: number | null }) {
  await queries.setMainPhoto(tx, { userId, photoId })
  await emit(tx, cardChanged, { userId })
}

export type PhotoChange = { isMain: true } | { visibility: Visibility } | { caption: string }

/**
 * Makes a photo the main one and public; or sets its visibility or caption. When the main photo becomes
 * private, the next public one replaces it. One that is rated explicit waits for review before it is public.
 * @throws AppError `profiles.photo_not_found`: not of this member; `profiles.photo_rejected` by review;
 *   `profiles.photo_pending`: one that waits for review cannot become the main one, nor public thereby
 */
export async function changePhoto(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  { viewer: { userId }, photoId, change }: { viewer: Pick<Viewer, 'userId'>; photoId: string; change: PhotoChange },
) {
  await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo) throw new AppError('profiles.photo_not_found')
    assertNotRejected(photo)
    if ('caption' in change) {
      await queries.setCaption(tx, { photoId: photo.id, caption: change.caption })
      return
    }
    if ('isMain' in change && photo.status !== 'active') throw new AppError('profiles.photo_pending')
    const visibility = 'isMain' in change ? 'public' : change.visibility
    const mustWait = !photo.isReviewed && waitsForReview({ ...photo, visibility, isReviewed: false })
    const status = mustWait ? ('pending' as const) : photo.status
    await queries.setVisibility(tx, { photoId: photo.id, visibility, status })
    const after = photos.map((each) => (each.id === photo.id ? { ...each, visibility, status } : each))
    const preferredId = 'isMain' in change ? photo.id : mainPhotoId
    await chooseMainPhoto(tx, { userId, mainPhotoId, photos: after, preferredId })
  })
  return ownView(db, userId)
}

/**
 * Deletes a photo, and its files by a job of the same transaction. Idempotent: without such a photo of this
 * member nothing changes.
 */
export async function removePhoto(
  { db, transaction, jobs }: Pick<Context, 'db' | 'transaction' | 'jobs'>,
  { viewer: { userId }, photoId }: { viewer: Pick<Viewer, 'userId'>; photoId: string },
) {
  await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo) return
    const rest = photos.filter(({ id }) => id !== photo.id)
    await chooseMainPhoto(tx, { userId, mainPhotoId, photos: rest })
    await queries.deletePhoto(tx, photo.id)
    await jobs.enqueue(tx, clearPhotoFiles, { storageKey: photo.storageKey })
    await emit(tx, photoRemoved, { userId, photoId: photo.id })
  })
  return ownView(db, userId)
}

/** Sets the order of a member's photos. Repeating a call changes nothing. */
export async function orderPhotos(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  { viewer: { userId }, photoIds }: { viewer: Viewer; photoIds: string[] },
) {
  await transaction(async (tx) => {
    const { photos } = await queries.lockPhotos(tx, userId)
    await queries.setPositions(tx, { userId, photoIds: orderedPhotos(photos, photoIds).map(({ id }) => id) })
  })
  return ownView(db, userId)
}

/** @throws AppError `profiles.photo_rejected`: a rejected photo can only be deleted (PRO-25) */
export function assertNotRejected({ status }: { status: string }) {
  if (status === 'rejected') throw new AppError('profiles.photo_rejected')
}

/** @throws AppError `profiles.photo_limit` with `{limit}` */
export function assertPhotoLimit(owner: { count: number; isPremium: boolean }) {
  const limit = photoLimit(owner)
  if (owner.count >= limit) throw new AppError('profiles.photo_limit', { params: { limit } })
}
