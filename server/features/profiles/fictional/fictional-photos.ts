import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { changePhoto, insertPhoto, removePhoto, type PreparedPhoto } from '../photos.ts'
import { lockPhotos } from '../photos/photo-queries.ts'
import { lockFictional } from './fictional-profiles.ts'

interface NewPhoto {
  profileId: string
  photo: PreparedPhoto
  /** A repeated upload with the same id adds no second photo. */
  clientId: string
}

/**
 * Adds a prepared image to a fictional profile, where it is public. One that is rated explicit waits for
 * review, as any other. Returns whether it was added.
 * @throws AppError `profiles.not_found`, `profiles.photo_limit`
 */
export async function addFictionalPhoto(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { profileId, photo, clientId }: NewPhoto,
) {
  const { userId } = await lockFictional(tx, profileId)
  const { photos } = await lockPhotos(tx, userId)
  if (photos.some((each) => each.clientId === clientId)) return { userId, isAdded: false }
  await insertPhoto({ clock }, tx, { userId, photo, visibility: 'public', clientId, isReviewed: false })
  return { userId, isAdded: true }
}

interface Choice {
  profileId: string
  photoId: string
}

/** Makes a photo the main one. @throws AppError `profiles.not_found`, and as `changePhoto` */
export async function chooseFictionalPhoto(tx: Tx, { profileId, photoId }: Choice) {
  const { userId } = await lockFictional(tx, profileId)
  await changePhoto(inside(tx), { viewer: { userId }, photoId, change: { isMain: true } })
  return { userId }
}

/** Deletes a photo and its files. Idempotent. @throws AppError `profiles.not_found` */
export async function removeFictionalPhoto({ jobs }: Pick<Context, 'jobs'>, tx: Tx, { profileId, photoId }: Choice) {
  const { userId } = await lockFictional(tx, profileId)
  await removePhoto({ ...inside(tx), jobs }, { viewer: { userId }, photoId })
  return { userId }
}

/** Has a command of photos run in a transaction that has begun. */
function inside(tx: Tx): Pick<Context, 'db' | 'transaction'> {
  return { db: tx, transaction: (command) => command(tx) }
}
