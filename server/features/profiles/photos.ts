import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import { photoSizes, type OwnPhoto } from '#contract/profiles.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { ImageError, type ImageSource } from '#server/platform/images/images.ts'
import { HOUR } from '#contract/time.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { photoAdded, photoRemoved } from './events.ts'
import { clearPhotoFiles } from './jobs.ts'
import { deletePhotoFiles, photoFile } from './photo-files.ts'
import * as queries from './queries.ts'
import { nextMainPhoto, photoLimit } from './rules.ts'
import { ownView } from './views.ts'

type Visibility = OwnPhoto['visibility']

/** Files that no photo uses by then are deleted. Longer than any sign-up or upload takes. */
const ORPHAN_MS = HOUR

/** An image whose files are stored, before it is a photo of a member. */
export interface PreparedPhoto {
  storageKey: string
  width: number
  height: number
  thumbhash: string
  /** Deletes the files at once, when the photo is not stored. Without this call a job deletes them later. */
  discard(): Promise<void>
}

/**
 * Stores the files of an upload in every size. This is slow, so it runs before the transaction that inserts the photo.
 * @throws AppError `profiles.photo_not_an_image`, `.photo_too_large`, `.photo_too_small`, `.photo_failed`,
 *   `.photo_not_stored` (the disk is full), `request.busy`
 */
export async function preparePhoto(
  { images, storage, jobs, db, clock }: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock'>,
  { source }: { source: ImageSource },
): Promise<PreparedPhoto> {
  const { width, height, thumbhash, sizes } = await images.process(source).catch(rethrowAsAppError)
  const storageKey = randomBytes(16).toString('hex')
  const discard = () => deletePhotoFiles({ storage }, storageKey)
  await jobs.enqueue(db, clearPhotoFiles, { storageKey }, { runAt: new Date(clock.now().getTime() + ORPHAN_MS) })
  const writes = await Promise.allSettled(
    photoSizes.map((size) =>
      storage.put(photoFile(storageKey, size), sizes[size].bytes, { contentType: 'image/webp' }),
    ),
  )
  const failed = writes.find((write) => write.status === 'rejected')
  if (failed) {
    // All writes have ended, so none of them can add a file after this.
    await discard()
    throw new AppError('profiles.photo_not_stored', { cause: failed.reason })
  }
  return { storageKey, width, height, thumbhash, discard }
}

/**
 * Inserts a prepared image as a photo of a member; the first public one becomes the main photo. Concurrent uploads of
 * one member wait for each other here, so that the limit holds (PRO-4).
 * @throws AppError `profiles.photo_limit` with `{limit}`
 */
export async function insertPhoto(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, photo, visibility }: { userId: number; photo: PreparedPhoto; visibility: Visibility },
): Promise<OwnPhoto> {
  const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
  assertPhotoLimit({ count: photos.length, isPremium: await queries.isPremium(tx, userId) })
  const { storageKey, width, height, thumbhash } = photo
  const id = newId(clock)
  const publicId = newPublicId()
  await queries.storePhoto(tx, {
    id,
    publicId,
    userId,
    visibility,
    storageKey,
    width,
    height,
    thumbhash,
    createdAt: clock.now(),
  })
  const isMain = mainPhotoId === null && visibility === 'public'
  if (isMain) await queries.setMainPhoto(tx, { userId, photoId: id })
  await emit(tx, photoAdded, { userId, photoId: id })
  return { id: publicId, width, height, thumbhash, isLocked: false, visibility, isMain }
}

/**
 * Adds an upload to the member's photos.
 * @throws AppError `profiles.photo_limit`, `profiles.photo_not_an_image` and the other errors of `preparePhoto`
 */
export async function addPhoto(
  context: Pick<Context, 'images' | 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>,
  { viewer, source, visibility }: { viewer: Viewer; source: ImageSource | null; visibility: Visibility },
) {
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const { db, transaction } = context
  const { userId } = viewer
  // Rejects most uploads over the limit before the slow work; `insertPhoto` rejects the others.
  assertPhotoLimit({ count: await queries.countPhotos(db, userId), isPremium: await queries.isPremium(db, userId) })
  const photo = await preparePhoto(context, { source })
  try {
    return await transaction((tx) => insertPhoto(context, tx, { userId, photo, visibility }))
  } catch (error) {
    if (error instanceof AppError) await photo.discard()
    throw error
  }
}

export type PhotoChange = { isMain: true } | { visibility: Visibility }

/**
 * Makes a photo the main one, which also makes it public; or sets its visibility. When the main photo becomes private,
 * the next public one becomes the main photo.
 * @throws AppError `profiles.photo_not_found`: not a photo of this member, or disabled by review
 */
export async function changePhoto(
  { db, transaction }: Pick<Context, 'db' | 'transaction'>,
  { viewer: { userId }, photoId, change }: { viewer: Viewer; photoId: string; change: PhotoChange },
) {
  await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo || photo.status !== 'active') throw new AppError('profiles.photo_not_found')
    const visibility = 'isMain' in change ? 'public' : change.visibility
    await queries.setVisibility(tx, { photoId: photo.id, visibility })
    const after = photos.map((each) => (each.id === photo.id ? { ...each, visibility } : each))
    const preferredId = 'isMain' in change ? photo.id : mainPhotoId
    await queries.setMainPhoto(tx, { userId, photoId: nextMainPhoto(after, preferredId) })
  })
  return ownView(db, userId)
}

/**
 * Deletes a photo, and its files by a job of the same transaction.
 * @throws AppError `profiles.photo_not_found`
 */
export async function removePhoto(
  { db, transaction, jobs }: Pick<Context, 'db' | 'transaction' | 'jobs'>,
  { viewer: { userId }, photoId }: { viewer: Viewer; photoId: string },
) {
  await transaction(async (tx) => {
    const { mainPhotoId, photos } = await queries.lockPhotos(tx, userId)
    const photo = photos.find(({ publicId }) => publicId === photoId)
    if (!photo) throw new AppError('profiles.photo_not_found')
    const rest = photos.filter(({ id }) => id !== photo.id)
    await queries.setMainPhoto(tx, { userId, photoId: nextMainPhoto(rest, mainPhotoId) })
    await queries.deletePhoto(tx, photo.id)
    await jobs.enqueue(tx, clearPhotoFiles, { storageKey: photo.storageKey })
    await emit(tx, photoRemoved, { userId, photoId: photo.id })
  })
  return ownView(db, userId)
}

const imageErrorCodes = {
  not_an_image: 'profiles.photo_not_an_image',
  too_large: 'profiles.photo_too_large',
  too_small: 'profiles.photo_too_small',
  failed: 'profiles.photo_failed',
} satisfies Record<ImageError['reason'], ErrorCode>

function rethrowAsAppError(error: unknown): never {
  throw error instanceof ImageError ? new AppError(imageErrorCodes[error.reason], { cause: error }) : error
}

function assertPhotoLimit({ count, isPremium }: { count: number; isPremium: boolean }) {
  const limit = photoLimit({ isPremium })
  if (count >= limit) throw new AppError('profiles.photo_limit', { params: { limit } })
}
