import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSubject, lockCase } from './case-queries.ts'
import { addEvidence } from './open-case.ts'

/**
 * Adds a note for other operators, which is deleted with the evidence of the case.
 * @throws AppError `moderation.case_not_found`, `moderation.evidence_erased`
 */
export async function addNote(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { actorId, reference, text }: { actorId: string; reference: string; text: string },
) {
  await transaction(async (tx) => {
    const current = await findSubject(tx, reference)
    if (!current) throw new AppError('moderation.case_not_found')
    const { id: caseId, retainUntil } = await lockCase(tx, current.id)
    // Nothing would ever delete it.
    if (retainUntil === null) throw new AppError('moderation.evidence_erased')
    await addEvidence({ clock }, tx, { caseId, evidence: { kind: 'note', data: { text, actorId } } })
  })
}
