import { sql } from 'kysely'
import { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import { insertEvent, lockCase, lockSubject, findSubject } from '#server/features/moderation/cases/case-queries.ts'
import { addEvidence } from '#server/features/moderation/cases/open-case.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
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
 * Says which image, or whose, a request for a removal is about, by the operator who has taken the case: what
 * the request describes in words. The case then is about that member, and `remove_content` is possible.
 * @throws AppError `moderation.case_not_found`, `.case_decided`, `.case_not_claimed`, `.decision_not_allowed`
 *   (the case is no such request)
 * Source: MOD-31.
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
    if (before.reason !== INTIMATE_IMAGE) throw new AppError('moderation.decision_not_allowed')
    if (before.status === 'decided') throw new AppError('moderation.case_decided')
    const isClaimed = before.claimedBy === actorId && before.claimedUntil !== null && before.claimedUntil > at
    if (!isClaimed) throw new AppError('moderation.case_not_claimed')
    const { userId: subjectId, content } = named
    await tx
      .updateTable('moderationCases')
      .set({ subjectId, content: content && JSON.stringify(content), version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute()
    if (copy) await addEvidence({ clock }, tx, { caseId: before.id, evidence: copy })
    await insertEvent(tx, { id: newId(clock), caseId: before.id, type: 'named', actorId, at })
  })
}
