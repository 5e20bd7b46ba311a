import { WARN_PARTNERS_WITHIN_MS } from '#contract/limits.ts'
import type { Measure, Violation } from '#contract/moderation/cases.ts'
import { liftSuspension, suspendAccount } from '#server/features/accounts/suspension.ts'
import { contentRemoved, contentRestored, searchHidden } from '#server/features/moderation/events.ts'
import { allowImage } from '#server/features/moderation/known-images.ts'
import { findEvasionOf, warnPartners } from '#server/features/moderation/jobs.ts'
import { blockImage } from '#server/features/moderation/removal/block-image.ts'
import { isImage } from '#server/features/moderation/removal/image-queries.ts'
import { blocksImage, isFraud, type CaseContent } from '#server/features/moderation/rules.ts'
import { storeFingerprints } from '#server/features/moderation/signals/fingerprints.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './case-queries.ts'
import { addEvidence } from './open-case.ts'
import { lockText, removedBefore, removedText } from './removed-queries.ts'

interface Applied {
  caseId: number
  subjectId: number
  measure: Measure
  violation: Violation
  content: CaseContent | null
  until: Date | null
  now: Date
}

/** Carries out a measure through the slices that own what it changes. */
export async function applyMeasure(
  context: Pick<Context, 'clock' | 'jobs' | 'config'>,
  tx: Tx,
  { caseId, subjectId, measure, violation, content, until, now }: Applied,
) {
  if (content && removesContent({ measure, violation })) {
    await blockImage(context, tx, { caseId, content, violation })
    // A suspension or a ban removes images only: a text that shall go has a measure of its own.
    if (measure === 'remove_content' || (await isImage(tx, content))) {
      await storeRemoved(context, tx, { caseId, subjectId, content })
      await emit(tx, contentRemoved, { userId: subjectId, content, violation })
    }
  }
  if (measure === 'hide') await emit(tx, searchHidden, { userId: subjectId, isHidden: true })
  if (measure === 'suspend' || measure === 'ban') await restrictAccount(tx, { caseId, subjectId, until, now })
  if (measure !== 'ban') return
  await storeFingerprints(context, tx, { caseId, userId: subjectId })
  await context.jobs.enqueue(tx, findEvasionOf, { caseId })
  if (isFraud(violation)) {
    // Soon, but not at once: a ban by mistake can be noticed before everyone is informed.
    const runAt = new Date(now.getTime() + WARN_PARTNERS_WITHIN_MS)
    await context.jobs.enqueue(tx, warnPartners, { caseId }, { runAt })
  }
}

/**
 * Stores the text that is removed now, because it alone comes back on appeal: what was reported may have been
 * changed or deleted by its member since. Of a photo nothing is stored: it only stops being shown.
 */
async function storeRemoved(
  context: Pick<Context, 'clock'>,
  tx: Tx,
  { caseId, subjectId, content }: Pick<Applied, 'caseId' | 'subjectId'> & { content: CaseContent },
) {
  if (content.type === 'photo') return
  const data = await lockText(tx, { subjectId, content })
  if (content.type === 'message') data.text ??= await removedBefore(tx, { subjectId, content, except: caseId })
  await addEvidence(context, tx, { caseId, evidence: { kind: 'removed', authorId: subjectId, data } })
}

/** An intimate image does not come back at the end of a suspension, nor after a ban that is reversed. */
function removesContent({ measure, violation }: { measure: Measure; violation: Violation }) {
  if (measure === 'remove_content') return true
  return (measure === 'suspend' || measure === 'ban') && blocksImage(violation)
}

interface Reversed {
  caseId: number
  subjectId: number
  measure: Measure
  violation: Violation
  content: CaseContent | null
  now: Date
}

/** Takes a measure back, unless another decision has the same effect. */
export async function reverseMeasure(tx: Tx, { caseId, subjectId, measure, violation, content, now }: Reversed) {
  if (content && removesContent({ measure, violation })) {
    await allowImage(tx, caseId)
    // Files of messages do not come back, and a suspension or a ban removed no text.
    const isBack = measure === 'remove_content' || content.type === 'photo'
    if (isBack && !(await isRemovedElsewhere(tx, { subjectId, content, caseId }))) {
      const removed = await removedText(tx, { caseId, content })
      await emit(tx, contentRestored, { userId: subjectId, content, ...removed })
    }
  }
  if (measure === 'hide') {
    const others = await queries.measuresInForce(tx, { subjectId, decisions: ['hide'], except: caseId, now })
    if (others.length === 0) await emit(tx, searchHidden, { userId: subjectId, isHidden: false })
  }
  if (measure === 'suspend' || measure === 'ban') {
    await queries.forgetFingerprints(tx, caseId)
    await restrictAccount(tx, { caseId, subjectId, until: now, now })
  }
}

/**
 * Returns whether another decision in force removed the same photo or message. The text of a profile is not
 * the same: the other decision was about what the member wrote later.
 */
async function isRemovedElsewhere(
  tx: Tx,
  { subjectId, content, caseId }: { subjectId: number; content: CaseContent; caseId: number },
) {
  if (content.type === 'profile_text') return false
  const others = await queries.measuresAbout(tx, { subjectId, content, except: caseId })
  return others.some(({ decision, violation }) => removesContent({ measure: decision, violation }))
}

/** Closes the account for as long as this measure and the others in force last together. */
async function restrictAccount(
  tx: Tx,
  { caseId, subjectId, until, now }: { caseId: number; subjectId: number; until: Date | null; now: Date },
) {
  const measures = ['suspend', 'ban'] as const
  const others = await queries.measuresInForce(tx, { subjectId, decisions: [...measures], except: caseId, now })
  const ends = [until, ...others.map((other) => other.until)]
  const isForGood = ends.includes(null)
  const latest = ends.reduce<Date>((last, end) => (end && end > last ? end : last), now)
  if (!isForGood && latest <= now) await liftSuspension(tx, { userId: subjectId })
  else await suspendAccount(tx, { userId: subjectId, at: now, until: isForGood ? null : latest })
}
