import { randomInt } from 'node:crypto'
import { POSE_MS } from '#contract/limits.ts'
import type { PoseRequest, Verification } from '#contract/profiles/verification-schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { rethrowAsAppError } from '#server/features/moderation/image-errors.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { newStorageKey } from '#server/platform/storage/file-keys.ts'
import { verificationChanged } from '../events.ts'
import { clearSelfie } from '../jobs.ts'
import { isExplicit } from '../rules.ts'
import { selfieFile } from '../selfie-file.ts'
import * as queries from './verification-queries.ts'
import { losesBadge, needsSelfie, nextPose } from './verification-rules.ts'

const RANDOM_STEPS = 2 ** 32

type Deps = Pick<Context, 'db' | 'clock' | 'jobs' | 'transaction'>

/** Returns whether a member's photos are verified. */
export async function verificationOf(db: Context['db'], userId: number): Promise<Verification> {
  const attempt = await queries.findVerification(db, userId)
  if (!attempt || attempt.state === 'asked') return { state: 'none', rejection: null, sentAt: null }
  const { state, rejection, sentAt } = attempt
  return { state, rejection, sentAt: sentAt?.toISOString() ?? null }
}

/**
 * Chooses the pose of the next selfie at random, another one than the last.
 * @throws AppError `profiles.selfie_not_needed`: one waits, or the photos are verified;
 *   `profiles.selfie_needs_photo`: there is no main photo to compare it with
 * Source: PRO-36.
 */
export async function requestPose(
  { clock, transaction }: Deps,
  { viewer: { userId } }: { viewer: Viewer },
): Promise<PoseRequest> {
  return transaction(async (tx) => {
    const last = await queries.lockVerification(tx, userId)
    if (!needsSelfie(last?.state ?? null)) throw new AppError('profiles.selfie_not_needed')
    if (!(await queries.hasMainPhoto(tx, userId))) throw new AppError('profiles.selfie_needs_photo')
    const pose = nextPose(last?.pose ?? null, randomInt(RANDOM_STEPS) / RANDOM_STEPS)
    const [publicId, poseUntil] = [newPublicId(), new Date(clock.now().getTime() + POSE_MS)]
    await queries.startAttempt(tx, { userId, publicId, pose, poseUntil })
    return { id: publicId, pose, until: poseUntil.toISOString() }
  })
}

/**
 * Stores a selfie with the pose for operators to see, in one size. Repeating it changes nothing.
 * @throws AppError `profiles.selfie_too_late`: not the last pose, or its time is over;
 *   `profiles.photo_not_an_image`, `.photo_too_small` and the others of an image
 * Source: PRO-36.
 */
export async function sendSelfie(
  context: Deps & Pick<Context, 'images' | 'storage'>,
  { viewer: { userId }, id, source }: { viewer: Viewer; id: string; source: ImageSource | null },
) {
  const { db, clock, transaction } = context
  if (!source) throw new AppError('profiles.photo_not_an_image')
  // Before the slow work; asked again with the lock.
  if (isCurrent(await queries.findVerification(db, userId), { id, now: clock.now() })) {
    const selfie = await storeImage(context, source)
    const isStored = await transaction(async (tx) => {
      const now = clock.now()
      if (!isCurrent(await queries.lockVerification(tx, userId), { id, now })) return false
      await queries.storeSelfie(tx, { userId, ...selfie, sentAt: now })
      return true
    })
    if (!isStored) await context.storage.delete(selfieFile(selfie.storageKey))
  }
  return verificationOf(db, userId)
}

type Attempt = Awaited<ReturnType<typeof queries.findVerification>>

/**
 * Returns whether a selfie can be stored; false: this one was stored before.
 * @throws AppError `profiles.selfie_too_late`
 */
function isCurrent(attempt: Attempt, { id, now }: { id: string; now: Date }) {
  if (attempt?.publicId !== id) throw new AppError('profiles.selfie_too_late')
  if (attempt.sentAt !== null) return false
  if (attempt.poseUntil <= now) throw new AppError('profiles.selfie_too_late')
  return true
}

async function storeImage(context: Deps & Pick<Context, 'images' | 'storage'>, source: ImageSource) {
  const { sizes, explicitness } = await context.images.process(source).catch(rethrowAsAppError)
  const storageKey = await newStorageKey(context, clearSelfie)
  try {
    await context.storage.put(selfieFile(storageKey), sizes.large.webp, { contentType: 'image/webp' })
  } catch (cause) {
    throw new AppError('profiles.photo_not_stored', { cause })
  }
  return { storageKey, isExplicit: isExplicit(explicitness) }
}

/** Erases a selfie that waits, as if none had been sent. Idempotent. */
export async function withdrawSelfie({ db, jobs, transaction }: Deps, { viewer: { userId } }: { viewer: Viewer }) {
  await transaction(async (tx) => {
    const attempt = await queries.lockVerification(tx, userId)
    if (attempt?.state !== 'waiting') return
    await eraseSelfie({ jobs }, tx, attempt)
    await queries.deleteAttempt(tx, userId)
  })
  return verificationOf(db, userId)
}

/** Erases the file of a selfie by a job of the transaction. The caller ends the attempt. */
export async function eraseSelfie(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  { storageKey }: { storageKey: string | null },
) {
  if (storageKey !== null) await jobs.enqueue(tx, clearSelfie, { storageKey })
}

/** Erases a selfie about which no operator decided in time, or whose member deleted the account. */
export async function expireSelfie({ jobs }: Pick<Context, 'jobs'>, tx: Tx, userId: number) {
  const attempt = await queries.lockVerification(tx, userId)
  if (attempt?.state !== 'waiting') return
  await eraseSelfie({ jobs }, tx, attempt)
  await queries.endAttempt(tx, { userId, state: 'expired' })
  await emit(tx, verificationChanged, { userId })
}

/** Takes the badge when the main photo is none that the operator saw. Source: PRO-37. */
export async function recheckMainPhoto(tx: Tx, userId: number) {
  const seenIds = await queries.findSeenPhotos(tx, userId)
  if (!seenIds || !losesBadge({ mainPhotoId: await queries.findMainPhoto(tx, userId), seenIds })) return
  await queries.endAttempt(tx, { userId, state: 'lost' })
  await queries.setVerifiedAt(tx, { userId, verifiedAt: null })
  await emit(tx, verificationChanged, { userId })
}
