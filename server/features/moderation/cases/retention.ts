import { sql } from 'kysely'
import { clearReportFiles } from '#server/features/moderation/jobs.ts'
import type { Context } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { insertEvent } from './case-queries.ts'

const BATCH = 100

/**
 * Erases the evidence of cases whose retention is over: copies, texts of reports and their images, answers to
 * complaints. What was decided, why and when stays, without personal data.
 * Source: MOD-27.
 */
export async function eraseEvidence(
  { db, transaction, clock, jobs }: Pick<Context, 'db' | 'transaction' | 'clock' | 'jobs'>,
  signal: AbortSignal,
) {
  for (;;) {
    signal.throwIfAborted()
    const due = await db
      .selectFrom('moderationCases')
      .select('id')
      .where('retainUntil', '<=', clock.now())
      .orderBy('retainUntil')
      .limit(BATCH)
      .execute()
    for (const { id } of due) await transaction((tx) => eraseOne({ clock, jobs }, tx, id))
    if (due.length < BATCH) return
  }
}

async function eraseOne({ clock, jobs }: Pick<Context, 'clock' | 'jobs'>, tx: Tx, caseId: number) {
  const held = tx.selectFrom('moderationCases').select('id').where('id', '=', caseId)
  if (!(await held.where('retainUntil', '<=', clock.now()).forUpdate().executeTakeFirst())) return
  const { rows: files } = await sql<{ storageKey: string | null }>`
    with copies as (
      delete from moderation_evidence where case_id = ${caseId} returning storage_key
    ),
    attachments as (
      delete from report_attachments
      where report_id in (select id from reports where case_id = ${caseId})
      returning storage_key
    ),
    texts as (
      update reports
      set body = '', photo_id = null, conversation_id = null, message_seq = null, message_copy = null
      where case_id = ${caseId}
    ),
    replies as (
      update moderation_parties set reply = '' where case_id = ${caseId}
    )
    select storage_key from copies union all select storage_key from attachments`.execute(tx)
  for (const { storageKey } of files) if (storageKey) await jobs.enqueue(tx, clearReportFiles, { storageKey })
  await tx.updateTable('moderationCases').set({ retainUntil: null, content: null }).where('id', '=', caseId).execute()
  await insertEvent(tx, { id: newId(clock), caseId, type: 'evidence_erased', at: clock.now() })
}
