import type { CaseSource, Violation } from '#contract/moderation/cases.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { copyImage } from '#server/features/moderation/removal/find-image.ts'
import { findPhoto } from '#server/features/moderation/removal/image-queries.ts'
import { appealUntil, type CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { saveOutcome } from './decide-case.ts'
import { openCase, type Evidence } from './open-case.ts'
import { insertParty } from './open-queries.ts'

/** The rule that a rejected photo breaks. The owner reads the reason itself where no rule says as much. */
const violations: Record<PhotoRejection, Violation> = {
  nudity: 'sexual_content',
  no_person: 'other',
  other_person: 'fake_profile',
  // Perhaps with its parents: nothing that the rule about persons under 18 is for.
  minor: 'other',
  quality: 'other',
  advertising: 'spam',
  other: 'other',
}

/**
 * Copies a photo before its review ends, for who decides about an appeal: its owner can delete it. Files are
 * not written in a transaction. Null once it is deleted.
 */
export async function copyPhoto(context: Pick<Context, 'storage' | 'jobs' | 'db' | 'clock'>, photoId: string) {
  return copyImage(context, await findPhoto(context.db, photoId))
}

interface RejectedPhoto {
  actorId: string
  userId: number
  photoId: string
  rejection: PhotoRejection
  /** `automated`: it waited because it is rated explicit. */
  source: CaseSource
  copy: Evidence | null
}

/**
 * Records that review rejected a photo as a decided case, in the transaction of the decision: so it has a
 * statement of reasons with an appeal, and counts like every other measure. The mail is that of the review.
 * Source: MOD-36.
 */
export async function recordRejection(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { actorId, userId, photoId, rejection, source, copy }: RejectedPhoto,
) {
  const now = clock.now()
  const { siteId } = await tx.selectFrom('users').select('siteId').where('id', '=', userId).executeTakeFirstOrThrow()
  const content: CaseContent = { type: 'photo', photoId }
  const { caseId } = await openCase({ clock }, tx, {
    kind: 'photo',
    subjectId: userId,
    siteId,
    reason: rejection,
    source,
    content,
    evidence: copy ? [copy] : [],
  })
  const outcome = { decision: 'remove_content' as const, violation: violations[rejection], until: null }
  await saveOutcome({ clock }, tx, { ...outcome, caseId, actorId, clientId: null, now })
  const party = { reference: newPublicId(), role: 'subject', userId, appealUntil: appealUntil(now), createdAt: now }
  await insertParty(tx, { ...party, caseId })
}
