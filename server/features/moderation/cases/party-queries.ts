import { sql } from 'kysely'
import type { PartyRole } from '#contract/moderation/cases.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { CaseFields } from './case-queries.ts'

type PartyFields = Pick<
  CaseFields,
  'kind' | 'source' | 'status' | 'decision' | 'violation' | 'content' | 'contentKind'
> & {
  role: PartyRole
}

function parties(db: Queryable) {
  return db
    .selectFrom('moderationParties as p')
    .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
    .leftJoin('moderationCases as a', 'a.id', 'p.appealId')
    .select(['p.reference', 'p.role', 'p.reply', 'p.userId', 'p.caseId', 'p.appealUntil', 'p.appealId'])
    .select(['c.kind', 'c.source', 'c.status', 'c.decision', 'c.violation', 'c.until', 'c.reason'])
    .select(['c.content', 'c.contentKind', 'c.legalGround'])
    .select(['c.openedAt', 'c.decidedAt', 'c.decidedBy', 'c.reversedAt', 'c.siteId', 'c.subjectId'])
    .select(['a.status as appealStatus', 'a.decision as appealDecision', 'a.decidedAt as appealDecidedAt'])
    .$narrowType<PartyFields>()
}

/** Locks what a reference stands for, against a second appeal at the same time. */
export function lockParty(tx: Tx, reference: string) {
  return parties(tx).where('p.reference', '=', reference).forUpdate('p').executeTakeFirst()
}

export function findParty(db: Queryable, reference: string) {
  return parties(db).where('p.reference', '=', reference).executeTakeFirst()
}

/** Returns what several references stand for, in any order. */
export function findParties(db: Queryable, references: string[]) {
  if (references.length === 0) return []
  return parties(db).where('p.reference', 'in', references).execute()
}

/** Statements that a member got, latest first. */
export function statementsOf(db: Queryable, { userId, limit }: { userId: number; limit: number }) {
  return parties(db)
    .where('p.userId', '=', userId)
    .where('p.role', '=', 'subject')
    .orderBy('p.createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** Marks statements of a member as seen; references of anyone else change nothing. */
export async function markSeen(db: Queryable, { userId, references }: { userId: number; references: string[] }) {
  await db
    .updateTable('moderationParties')
    .set({ isSeen: true })
    .where('reference', 'in', references)
    .where('userId', '=', userId)
    .where('role', '=', 'subject')
    .where('isSeen', '=', false)
    .execute()
}

/** Stores what a complainant is answered; nothing once the address was erased with its account. */
export async function saveReply(tx: Tx, { reference, reply }: { reference: string; reply: string }) {
  await tx
    .updateTable('moderationParties')
    .set({ reply })
    .where('reference', '=', reference)
    .where((eb) =>
      eb.exists(eb.selectFrom('complaints').select('id').where('publicId', '=', reference).where('email', '!=', '')),
    )
    .execute()
}

/** Removes what was answered to the complaints of an account, whatever its address was then. */
export async function clearReplies(tx: Tx, userId: number) {
  await tx
    .updateTable('moderationParties as p')
    .from('complaints as k')
    .set({ reply: '' })
    .whereRef('k.publicId', '=', 'p.reference')
    .where('k.userId', '=', userId)
    .execute()
}

export async function setAppeal(tx: Tx, { reference, appealId }: { reference: string; appealId: number }) {
  await tx.updateTable('moderationParties').set({ appealId }).where('reference', '=', reference).execute()
}

/** Replaces what an appeal says; nothing once the account of its sender was erased. */
export async function saveAppealText(tx: Tx, { appealId, text }: { appealId: number; text: string }) {
  await tx
    .updateTable('moderationEvidence')
    .set({ data: JSON.stringify({ text }) })
    .where('caseId', '=', appealId)
    .where('kind', '=', 'appeal')
    .execute()
}

/** The evidence of a case stays at least as long as that of its appeal. */
export async function keepForAppeal(tx: Tx, { caseId, appealId }: { caseId: number; appealId: number }) {
  await tx
    .updateTable('moderationCases')
    .set({
      retainUntil: sql`greatest(retain_until, (select a.retain_until from moderation_cases a where a.id = ${appealId}))`,
    })
    .where('id', '=', caseId)
    .execute()
}

/**
 * Returns the data of a mail to a party; null without a confirmed account that its member has not deleted. A
 * closed account gets its statement.
 */
export async function findRecipient(db: Queryable, reference: string) {
  const row = await db
    .selectFrom('moderationParties as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .innerJoin('profiles', 'profiles.userId', 'p.userId')
    .select(['u.siteId', 'u.email', 'u.language', 'profiles.name', 'profiles.country'])
    .where('p.reference', '=', reference)
    .where('u.confirmedAt', 'is not', null)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
