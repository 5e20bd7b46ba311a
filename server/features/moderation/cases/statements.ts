import { measures } from '#contract/moderation/cases.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { CaseFields } from './case-queries.ts'
import { toStatementFields, type ExportedDecision } from './statement-fields.ts'

const BATCH = 1000

/**
 * Yields the statements of reasons of all measures of a time, in batches so that any number can be streamed,
 * in the fields of the EU's transparency database.
 * Source: MOD-28.
 */
export async function* exportStatements({ db }: Pick<Context, 'db'>, { from, to }: { from: Date; to: Date }) {
  let after = { at: new Date(from.getTime() - 1), id: 0 }
  for (;;) {
    const rows = await db
      .selectFrom('moderationCases')
      .select(['id', 'reference', 'decision', 'violation', 'source', 'openedAt', 'decidedAt', 'until'])
      .select(['contentKind', 'contentDay', 'legalGround'])
      .where('status', '=', 'decided')
      .where('decision', 'in', [...measures])
      .where('decidedAt', '<', to)
      .where((eb) =>
        eb.or([eb('decidedAt', '>', after.at), eb.and([eb('decidedAt', '=', after.at), eb('id', '>', after.id)])]),
      )
      .orderBy('decidedAt')
      .orderBy('id')
      .limit(BATCH)
      .$narrowType<Pick<CaseFields, 'contentKind' | 'source'> & Pick<ExportedDecision, 'violation' | 'decidedAt'>>()
      .execute()
    for (const { decision, ...row } of rows)
      yield toStatementFields({ ...row, measure: decision as ExportedDecision['measure'] })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { at: last.decidedAt, id: last.id }
  }
}

/**
 * Queues the mail with the statement of reasons about a member again, in the transaction of the caller.
 * @throws AppError `moderation.case_not_found`: no measure against this member
 */
export async function sendStatementAgain(
  { mail }: Pick<Context, 'mail'>,
  tx: Tx,
  { userId, reference: ofCase }: { userId: number; reference: string },
) {
  const party = await tx
    .selectFrom('moderationParties as p')
    .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
    .select('p.reference')
    .where('c.reference', '=', ofCase)
    .where('p.userId', '=', userId)
    .where('p.role', '=', 'subject')
    .executeTakeFirst()
  if (!party) throw new AppError('moderation.case_not_found')
  await mail.send(tx, { template: 'decisionStatement', userId, about: { reference: party.reference } })
}
