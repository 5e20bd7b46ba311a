import { sql } from 'kysely'
import { HOUR } from '#contract/time.ts'
import { lockKey } from '#server/features/moderation/cases/open-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { findMatchesOfBan, findRecentMatches, type Match } from './fingerprints.ts'
import { findAccountsOfMailbox, findBansOfMailbox, findMailboxesOfBanned } from './mailboxes.ts'
import { raiseSignal } from './raise-signal.ts'

/** Twice the interval of the job: rows of the last run that were committed late are compared too. */
const OVERLAP_MS = 2 * HOUR

/**
 * Compares new accounts, log-ins, phones and bank accounts since the last run with those of banned members. A
 * match raises a signal and nothing else.
 * Source: MOD-25.
 */
export async function findBanEvasion(context: Pick<Context, 'config' | 'db' | 'transaction' | 'clock'>) {
  const { db, transaction, clock } = context
  const startedAt = clock.now()
  const last = await db.selectFrom('moderationEvasionRuns').select('comparedUntil').executeTakeFirst()
  const since = new Date((last?.comparedUntil ?? startedAt).getTime() - OVERLAP_MS)
  const sinceId = leastIdAt(since)
  const matches = [
    ...(await findMailboxesOfBanned(context, { sinceId })),
    ...(await findRecentMatches(db, { since, sinceId })),
  ]
  for (const match of matches) await transaction((tx) => raiseEvasion({ clock }, tx, match))
  await saveRun(db, startedAt)
}

async function saveRun(db: Queryable, comparedUntil: Date) {
  await db
    .insertInto('moderationEvasionRuns')
    .values({ comparedUntil })
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ comparedUntil }))
    .execute()
}

/** Looks for accounts that resembled a member before their ban. Reads all accounts and photos. */
export async function findEvasionOfBan(
  { database, transaction, clock }: Pick<Context, 'database' | 'transaction' | 'clock'>,
  { caseId }: { caseId: number },
) {
  await database.runLong(async (db) => {
    const matches = [...(await findAccountsOfMailbox(db, { caseId })), ...(await findMatchesOfBan(db, caseId))]
    for (const match of matches) await transaction((tx) => raiseEvasion({ clock }, tx, match))
  })
}

/** Raises the signal when an account changes its address to the mailbox of a banned member (MOD-25). */
export async function raiseMailboxEvasion(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  { userId }: { userId: number },
) {
  for (const match of await findBansOfMailbox({ config }, tx, userId)) await raiseEvasion({ clock }, tx, match)
}

/** Raises the signal that an account uploaded a photo that a banned member had. */
export async function raisePhotoEvasion(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, caseId }: { userId: number; caseId: number },
) {
  await raiseEvasion({ clock }, tx, { userId, trait: 'photo', caseId })
}

/** Raises the signal that an account has something of a banned member, once for each ban and trait. */
async function raiseEvasion({ clock }: Pick<Context, 'clock'>, tx: Tx, { userId, trait, caseId }: Match) {
  const ban = await tx
    .selectFrom('moderationCases')
    .select(['reference', 'subjectId'])
    .where('id', '=', caseId)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (!ban || ban.subjectId === userId) return
  // The hourly job and the one of a ban can find the same at the same time. The account is locked first: a
  // change of its address has locked it when it comes here.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
  await lockKey(tx, `ban_evasion:${userId}`)
  const earlier = await tx
    .selectFrom('moderationEvidence as e')
    .innerJoin('moderationCases as c', 'c.id', 'e.caseId')
    .select('e.id')
    .where('c.subjectId', '=', userId)
    .where('c.reason', '=', 'ban_evasion')
    .where(sql<boolean>`e.data ->> 'trait' = ${trait} and e.data ->> 'ban' = ${ban.reference}`)
    .executeTakeFirst()
  if (!earlier) await raiseSignal({ clock }, tx, { userId, signal: 'ban_evasion', data: { trait, ban: ban.reference } })
}
