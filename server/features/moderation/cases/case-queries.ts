import { sql } from 'kysely'
import {
  measures,
  type CaseEvent,
  type CaseKind,
  type CaseSource,
  type Decision,
  type Measure,
  type PartyRole,
  type Violation,
} from '#contract/moderation/cases.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { ContentKind } from './content-kind.ts'

/** Columns whose values the code validated when it wrote them. */
export interface CaseFields {
  kind: CaseKind
  source: CaseSource
  status: 'open' | 'decided'
  decision: Decision | null
  violation: Violation | null
  content: CaseContent | null
  contentKind: ContentKind | null
  appellant: 'subject' | 'notifier' | null
}

interface NewEvent {
  id: number
  caseId: number
  type: CaseEvent
  actorId?: string | null
  clientId?: string | null
  at: Date
  /** Without personal data: events stay for ever. */
  data?: object
}

export async function insertEvent(tx: Tx, { data = {}, ...event }: NewEvent) {
  await tx
    .insertInto('moderationEvents')
    .values({ ...event, data: JSON.stringify(data) })
    .execute()
}

/** Returns the member of a case, before the two are locked in the order of an erasure: member, then case. */
export async function findSubject(db: Queryable, reference: string) {
  const row = await db
    .selectFrom('moderationCases')
    .select(['id', 'subjectId'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

/** Locks an account against erasure until the transaction ends. */
export async function lockSubject(tx: Tx, userId: number) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function lockCase(tx: Tx, caseId: number) {
  return tx
    .selectFrom('moderationCases')
    .selectAll()
    .where('id', '=', caseId)
    .$narrowType<CaseFields>()
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function findEventOf(tx: Tx, { caseId, clientId }: { caseId: number; clientId: string }) {
  const row = await tx
    .selectFrom('moderationEvents')
    .select(['type', 'actorId'])
    .where('caseId', '=', caseId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the evidence of a case has this note, and its complainant got this reply; '' for none. */
export async function hasTexts(tx: Tx, { caseId, note, reply }: { caseId: number; note: string; reply: string }) {
  const { rows } = await sql<{ hasTexts: boolean }>`
    select (
      ${note}::text = ''
      or exists (
        select from moderation_evidence
        where case_id = ${caseId} and kind = 'note' and data ->> 'text' = ${note}
      )
    ) and (
      ${reply}::text = ''
      or exists (
        select from moderation_parties
        where (case_id = ${caseId} or appeal_id = ${caseId}) and reply = ${reply}
      )
    ) as has_texts`.execute(tx)
  return rows[0]?.hasTexts === true
}

interface Outcome {
  caseId: number
  decision: Decision
  violation: Violation | null
  legalGround: string | null
  until: Date | null
  decidedAt: Date
  decidedBy: string
  retainUntil: Date
}

export async function saveDecision(tx: Tx, { caseId, ...outcome }: Outcome) {
  await tx
    .updateTable('moderationCases')
    .set({ ...outcome, status: 'decided', claimedBy: null, claimedUntil: null, key: null })
    .where('id', '=', caseId)
    .execute()
}

export async function saveReversal(tx: Tx, { caseId, at }: { caseId: number; at: Date }) {
  await tx.updateTable('moderationCases').set({ reversedAt: at }).where('id', '=', caseId).execute()
}

/** The measures of a kind against a member that are in force, without those of one case. */
export async function measuresInForce(
  tx: Tx,
  { subjectId, decisions, except, now }: { subjectId: number; decisions: Decision[]; except: number; now: Date },
) {
  return tx
    .selectFrom('moderationCases')
    .select(['id', 'decision', 'until', 'decidedAt'])
    .where('subjectId', '=', subjectId)
    .where('decision', 'in', decisions)
    .where('reversedAt', 'is', null)
    .where('id', '!=', except)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute()
}

/** The measures about the same content of a member that were not reversed, without those of one case. */
export function measuresAbout(
  tx: Tx,
  { subjectId, content, except }: { subjectId: number; content: CaseContent; except: number },
) {
  return tx
    .selectFrom('moderationCases')
    .select(['decision', 'violation'])
    .where('subjectId', '=', subjectId)
    .where(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`)
    .where('decision', 'in', [...measures])
    .where('violation', 'is not', null)
    .where('reversedAt', 'is', null)
    .where('id', '!=', except)
    .$narrowType<{ decision: Measure; violation: Violation }>()
    .execute()
}

export async function partiesOf(tx: Tx, caseId: number) {
  return tx
    .selectFrom('moderationParties')
    .select(['reference', 'role', 'userId'])
    .where('caseId', '=', caseId)
    .$narrowType<{ role: PartyRole }>()
    .orderBy('createdAt')
    .execute()
}

export async function setAppealEnd(
  tx: Tx,
  { caseId, until, withComplainant }: { caseId: number; until: Date; withComplainant: boolean },
) {
  await tx
    .updateTable('moderationParties')
    .set({ appealUntil: until })
    .where('caseId', '=', caseId)
    .$if(!withComplainant, (query) => query.where('role', '!=', 'complainant'))
    .execute()
}

/** Deletes what recognises the member of a ban that was reversed. */
export async function forgetFingerprints(tx: Tx, caseId: number) {
  await tx.deleteFrom('moderationFingerprints').where('caseId', '=', caseId).execute()
}
