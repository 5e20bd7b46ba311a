import { sql } from 'kysely'
import { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import { insertEvent, lockCase, lockSubject, findSubject } from '#server/features/moderation/cases/case-queries.ts'
import { addEvidence } from '#server/features/moderation/cases/open-case.ts'
import { profileEvidence } from '#server/features/moderation/report-case.ts'
import { canNameImage, type CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { copyImage, findNamed } from './find-image.ts'

interface Named {
  reference: string
  /** Address or id of a photo, or of a profile. */
  place: string
}

/**
 * Finds what an operator names for a case, and copies the image: files are not written in a transaction.
 * @throws AppError `moderation.case_not_found`, `moderation.image_not_found`
 */
export async function findImage(
  context: Pick<Context, 'db' | 'clock' | 'storage' | 'jobs'>,
  { reference, place }: Named,
) {
  if (!(await findSubject(context.db, reference))) throw new AppError('moderation.case_not_found')
  const named = await findNamed(context.db, place)
  if (!named) throw fieldError('place', 'moderation.image_not_found')
  return { named, copy: await copyImage(context, named) }
}

/**
 * Says which image or member a request for a removal or a complaint is about, by the operator who has taken
 * the case: what it describes in words. The case then is about that member, and measures are possible.
 * @throws AppError `moderation.case_not_found`, `.case_decided`, `.case_not_claimed`, `.decision_not_allowed`
 *   (the case is no such request or complaint)
 * Source: MOD-31, MOD-34.
 */
export async function nameImage(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  {
    actorId,
    reference,
    image: { named, copy },
  }: { actorId: string; reference: string; image: Awaited<ReturnType<typeof findImage>> },
) {
  await transaction(async (tx) => {
    await lockSubject(tx, named.userId)
    const current = await findSubject(tx, reference)
    if (!current) throw new AppError('moderation.case_not_found')
    const before = await lockCase(tx, current.id)
    const at = clock.now()
    if (!canNameImage(before)) throw new AppError('moderation.decision_not_allowed')
    if (before.status === 'decided') throw new AppError('moderation.case_decided')
    const isClaimed = before.claimedBy === actorId && before.claimedUntil !== null && before.claimedUntil > at
    if (!isClaimed) throw new AppError('moderation.case_not_claimed')
    const { userId: subjectId } = named
    const isNotice = before.reason !== INTIMATE_IMAGE
    // A complaint about a member is about the profile, as a report is.
    const content: CaseContent | null = named.content ?? (isNotice ? { type: 'profile_text' } : null)
    await tx
      .updateTable('moderationCases')
      .set({ subjectId, content: content && JSON.stringify(content), version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute()
    if (copy) await addEvidence({ clock }, tx, { caseId: before.id, evidence: copy })
    if (isNotice) await replaceProfile({ clock }, tx, { caseId: before.id, subjectId })
    await insertEvent(tx, { id: newId(clock), caseId: before.id, type: 'named', actorId, at })
  })
}

/** Copies the profile of the member that was named, instead of one that was named by mistake before. */
async function replaceProfile(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { caseId, subjectId }: { caseId: number; subjectId: number },
) {
  await tx.deleteFrom('moderationEvidence').where('caseId', '=', caseId).where('kind', '=', 'profile').execute()
  const profile = await profileEvidence(tx, subjectId)
  if (profile) await addEvidence({ clock }, tx, { caseId, evidence: profile })
}
