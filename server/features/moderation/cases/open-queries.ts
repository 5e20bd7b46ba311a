import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { CaseContent } from '#server/features/moderation/rules.ts'

interface CaseRow {
  id: number
  reference: string
  kind: string
  siteId: number | null
  subjectId: number | null
  reason: string
  source: string
  content: CaseContent | null
  key: string | null
  priority: number
  openedAt: Date
  dueAt: Date | null
  retainUntil: Date
  appealOf: number | null
  appellant: string | null
  excludedActor: string | null
}

/** Serialises the opening of cases with one key until the transaction ends. */
export async function lockKey(tx: Tx, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case:${key}`}, 0))`.execute(tx)
}

/** Adds to the open case with a key: a decision about what it was before is rejected. Null without one. */
export async function joinOpenCase(
  tx: Tx,
  { key, priority, retainUntil }: { key: string; priority: number; retainUntil: Date },
) {
  const row = await tx
    .updateTable('moderationCases')
    .set({
      version: sql`version + 1`,
      priority: sql`greatest(priority, ${priority})`,
      // What is added stays as long as if it were a case of its own.
      retainUntil: sql`greatest(retain_until, ${retainUntil}::timestamptz)`,
    })
    .where('key', '=', key)
    .where('status', '=', 'open')
    .returning(['id', 'reference'])
    .executeTakeFirst()
  return row ?? null
}

export async function insertCase(tx: Tx, { content, ...row }: CaseRow) {
  await tx
    .insertInto('moderationCases')
    .values({ ...row, content: content && JSON.stringify(content) })
    .execute()
  return { id: row.id, reference: row.reference }
}

interface EvidenceRow {
  id: number
  caseId: number
  kind: string
  authorId: number | null
  data: object
  storageKey: string | null
  createdAt: Date
}

export async function insertEvidence(tx: Tx, { data, ...row }: EvidenceRow) {
  await tx
    .insertInto('moderationEvidence')
    .values({ ...row, data: JSON.stringify(data) })
    .execute()
}

interface PartyRow {
  reference: string
  caseId: number
  role: string
  userId: number | null
  appealUntil?: Date | null
  /** Only statements of reasons wait to be seen. */
  isSeen?: false
  createdAt: Date
}

export async function insertParty(tx: Tx, party: PartyRow) {
  await tx.insertInto('moderationParties').values(party).execute()
}
