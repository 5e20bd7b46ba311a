import { canComplainantAppeal } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { insertEvent } from './case-queries.ts'
import { openCase } from './open-case.ts'
import * as queries from './party-queries.ts'

/**
 * Appeals against a decision, by its reference and without log-in: a banned member has none. One appeal for
 * each party, free, until the end of its time; only another operator can decide it (DSA art. 20). Sent again,
 * it is the same appeal: a text that was edited meanwhile, because no reply came, replaces the one before.
 * @throws AppError `moderation.reference_not_found`, `moderation.appeal_ended`, `moderation.appeal_exists`
 * Source: MOD-23.
 */
export async function appealCase(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { reference, clientId, text }: { reference: string; clientId: string; text: string },
) {
  await transaction(async (tx) => {
    const party = await queries.lockParty(tx, reference)
    if (!party || (party.role === 'complainant' && !canComplainantAppeal(party)))
      throw new AppError('moderation.reference_not_found')
    if (party.appealId !== null) {
      if (!(await isRepetition(tx, { caseId: party.caseId, clientId }))) throw new AppError('moderation.appeal_exists')
      if (party.appealStatus !== 'decided') await queries.saveAppealText(tx, { appealId: party.appealId, text })
      return
    }
    const at = clock.now()
    const isInTime = party.status === 'decided' && party.appealUntil !== null && party.appealUntil > at
    if (!isInTime || party.reversedAt !== null) throw new AppError('moderation.appeal_ended')
    const { caseId } = await openCase({ clock }, tx, {
      kind: 'appeal',
      subjectId: party.subjectId,
      siteId: party.siteId,
      reason: party.reason,
      source: 'notice',
      content: party.content,
      evidence: [{ kind: 'appeal', authorId: party.userId, data: { text } }],
      appeal: {
        of: party.caseId,
        appellant: party.role === 'subject' ? 'subject' : 'notifier',
        excludedActor: party.decidedBy,
      },
    })
    await queries.setAppeal(tx, { reference, appealId: caseId })
    await queries.keepForAppeal(tx, { caseId: party.caseId, appealId: caseId })
    await insertEvent(tx, { id: newId(clock), caseId: party.caseId, type: 'appealed', clientId, at })
  })
}

async function isRepetition(tx: Tx, { caseId, clientId }: { caseId: number; clientId: string }) {
  const event = await tx
    .selectFrom('moderationEvents')
    .select('id')
    .where('caseId', '=', caseId)
    .where('clientId', '=', clientId)
    .where('type', '=', 'appealed')
    .executeTakeFirst()
  return event !== undefined
}
