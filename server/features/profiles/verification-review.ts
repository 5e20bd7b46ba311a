import { emailProps, type Email } from '#contract/emails.ts'
import { PHOTO_CLAIM_MS, SELFIE_PHOTOS, SELFIE_REVIEW_PAGE } from '#contract/limits.ts'
import { poses, type SelfieRejectionReason } from '#contract/profiles/verification.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { verificationChanged } from './events.ts'
import { selfieFile } from './selfie-file.ts'
import { eraseSelfie } from './verification/verification.ts'
import * as queries from './verification/verification-queries.ts'
import { mayAccept } from './verification/verification-rules.ts'

const Outcome = emailProps.verificationDecision.shape.outcome

/** Returns how many selfies wait for an operator, and since when the oldest does. */
export function selfiesToReview({ db }: Pick<Context, 'db'>) {
  return queries.countSelfies(db)
}

/**
 * Gives an operator the selfies that have waited longest, with the public photos of their members. No other
 * operator gets them for `PHOTO_CLAIM_MS`.
 */
export function claimSelfies(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { actorId }: { actorId: string },
) {
  const now = clock.now()
  const until = new Date(now.getTime() + PHOTO_CLAIM_MS)
  const limits = { limit: SELFIE_REVIEW_PAGE, photoLimit: SELFIE_PHOTOS }
  return transaction((tx) => queries.claimOldest(tx, { actorId, now, until, ...limits }))
}

/**
 * Opens a selfie that waits.
 * @throws AppError `profiles.selfie_not_found`, also once it is erased
 */
export async function openSelfie(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { verificationId }: { verificationId: string },
) {
  const userId = await queries.findOwner(db, verificationId)
  const attempt = userId === null ? null : await queries.findVerification(db, userId)
  const file = attempt?.storageKey ? await storage.open(selfieFile(attempt.storageKey)) : null
  if (!file) throw new AppError('profiles.selfie_not_found')
  return file.stream
}

interface Decision {
  actorId: string
  verificationId: string
  /** Null accepts. */
  rejection: SelfieRejectionReason | null
  /** The photos that the operator saw beside the selfie. */
  photoIds: string[]
}

/**
 * Records an operator's decision about a selfie, erases it, and mails the member. Repeating the decision
 * changes nothing; `isNew`: it changed something.
 * @throws AppError `profiles.selfie_not_found`, `profiles.photo_reviewed`, `profiles.photo_review_taken`;
 *   `profiles.selfie_photos_changed`: the main photo is none that the operator saw
 * Source: PRO-36.
 */
export async function decideSelfie(
  { db, transaction, clock, jobs, mail }: Pick<Context, 'db' | 'transaction' | 'clock' | 'jobs' | 'mail'>,
  { actorId, verificationId, rejection, photoIds }: Decision,
) {
  const userId = await queries.findOwner(db, verificationId)
  if (userId === null) throw new AppError('profiles.selfie_not_found')
  return transaction(async (tx) => {
    const attempt = await queries.lockVerification(tx, userId)
    if (attempt?.publicId !== verificationId) throw new AppError('profiles.selfie_not_found')
    const [now, state] = [clock.now(), rejection === null ? ('approved' as const) : ('rejected' as const)]
    if (attempt.state === state && attempt.rejection === rejection) return { isNew: false, userId }
    if (attempt.state !== 'waiting') throw new AppError('profiles.photo_reviewed')
    const { claimedBy, claimedUntil } = await queries.findClaim(tx, userId)
    if (claimedBy !== null && claimedBy !== actorId && claimedUntil !== null && claimedUntil > now)
      throw new AppError('profiles.photo_review_taken')
    const mainPhotoId = await queries.findMainPhoto(tx, userId)
    if (rejection === null && !mayAccept({ mainPhotoId, seenIds: photoIds }))
      throw new AppError('profiles.selfie_photos_changed')
    await eraseSelfie({ jobs }, tx, attempt)
    await queries.endAttempt(tx, { userId, state, rejection, photoIds, decidedAt: now })
    if (rejection === null) await queries.setVerifiedAt(tx, { userId, verifiedAt: now })
    // The member may start another attempt before the mail is built.
    await mail.send(tx, { template: 'verificationDecision', userId, about: { outcome: rejection ?? 'approved' } })
    await emit(tx, verificationChanged, { userId })
    return { isNew: true, userId }
  })
}

/** Verifies photos of a demo member, who sends no selfie. */
export async function verifyPhotos(tx: Tx, { userId, photoIds, at }: { userId: number; photoIds: string[]; at: Date }) {
  const attempt = { userId, publicId: newPublicId(), pose: poses[0], poseUntil: at }
  await queries.startAttempt(tx, attempt)
  await queries.endAttempt(tx, { userId, state: 'approved', photoIds, decidedAt: at })
  await queries.setVerifiedAt(tx, { userId, verifiedAt: at })
}

/** Builds the mail about a decision when it is sent, whatever became of the attempt since. */
export async function buildVerificationDecision(
  context: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  // Earlier versions queued no outcome: it is what the attempt says, unless another one has started.
  const outcome =
    about['outcome'] === undefined ? await findOutcome(context.db, userId) : Outcome.parse(about['outcome'])
  const recipient = outcome && (await queries.findMailRecipient(context.db, userId))
  if (!recipient) return null
  const envelope = mailEnvelope(context, recipient)
  const props = { name: recipient.name, outcome, url: `${envelope.site.url}/notifications/verification` }
  return { template: 'verificationDecision', ...envelope, props }
}

/** Returns what was decided about a member's last attempt, or null while nothing is. */
async function findOutcome(db: Queryable, userId: number) {
  const attempt = await queries.findVerification(db, userId)
  if (attempt?.state === 'approved') return 'approved'
  return attempt?.state === 'rejected' ? attempt.rejection : null
}
