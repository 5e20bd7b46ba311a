import { randomBytes } from 'node:crypto'
import { isUploadPath, storageKeyOfPath } from '#contract/landers/lander-images.ts'
import { LANDER_IMAGE_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { rethrowAsAppError } from '#server/features/moderation/image-errors.ts'
import { isRemovedImage } from '#server/features/moderation/known-images.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { clearLanderImage, landerImageFile } from './image-files.ts'
import { deleteUnused, insertImage, lockImages, markUse } from './image-queries.ts'

/** Images that one statement deletes. */
const BATCH = 200

/**
 * Encodes an upload again, as one of a member is, and stores it. No content has it yet: without one it is
 * deleted after `LANDER_IMAGE_DAYS`. Returns its storage key.
 * @throws AppError `profiles.photo_not_an_image`, `.photo_too_large`, `.photo_too_small`, `.photo_failed`,
 *   `.photo_removed` (MOD-8), `request.busy`
 */
export async function storeLanderImage(
  { images, storage, db, clock }: Pick<Context, 'images' | 'storage' | 'db' | 'clock'>,
  { source }: { source: ImageSource | null },
) {
  if (!source) throw new AppError('profiles.photo_not_an_image')
  const { sizes, fingerprint } = await images.process(source, { withAvif: false }).catch(rethrowAsAppError)
  if (await isRemovedImage(db, fingerprint)) throw new AppError('profiles.photo_removed')
  const storageKey = randomBytes(16).toString('hex')
  // Before the file, so that a crash between the two leaves no file without a row.
  await insertImage(db, { storageKey, at: clock.now() })
  await storage.put(landerImageFile(storageKey), sizes.large.webp, { contentType: 'image/webp' })
  return storageKey
}

/**
 * Checks that uploaded images of new content exist, and keeps them from being deleted until the transaction
 * ends. @throws AppError `settings.image_path_invalid` at the field `images`
 */
export async function assertImages(tx: Tx, images: readonly string[]) {
  if ((await missingImages(tx, images)).length > 0) throw fieldError('images', 'settings.image_path_invalid')
}

/** Returns those paths of uploaded images that have no image, as after its deletion. Locks the others. */
export async function missingImages(tx: Tx, images: readonly string[]) {
  const existing = new Set(await lockImages(tx, keysOf(images)))
  return images.filter((path) => isUploadPath(path) && !existing.has(storageKeyOfPath(path) ?? ''))
}

/** Records, after a change of content, which of its images are used and which no longer. */
export function recordUse(tx: Tx, { images, at }: { images: readonly string[]; at: Date }) {
  return markUse(tx, { storageKeys: keysOf(images), at })
}

/** Deletes the images that no content has had for `LANDER_IMAGE_DAYS`, with their files. Nightly. */
export async function clearUnusedImages({ transaction, jobs, clock }: Pick<Context, 'transaction' | 'jobs' | 'clock'>) {
  const before = new Date(clock.now().getTime() - LANDER_IMAGE_DAYS * DAY)
  await transaction(async (tx) => {
    for (const storageKey of await deleteUnused(tx, { before, limit: BATCH }))
      await jobs.enqueue(tx, clearLanderImage, { storageKey })
  })
}

function keysOf(images: readonly string[]) {
  return [...new Set(images.flatMap((path) => storageKeyOfPath(path) ?? []))].toSorted()
}
