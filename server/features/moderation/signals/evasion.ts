import { sql } from 'kysely'
import type { Trait } from '#contract/moderation/cases.ts'
import { HOUR } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findBansOfMailbox, findMailboxesOfBanned, findUsersOfFingerprints } from './fingerprints.ts'
import { raiseSignal } from './raise-signal.ts'

/** Twice the interval of the job. */
const WINDOW_MS = 2 * HOUR

/**
 * Compares recent accounts, log-ins, phones and bank accounts with those of banned members. A match raises a
 * signal and nothing else. Runs over an overlapping window, so that a missed run loses nothing.
 * Source: MOD-25.
 */
export async function findBanEvasion(context: Pick<Context, 'config' | 'db' | 'transaction' | 'clock'>) {
  const { db, transaction, clock } = context
  const since = new Date(clock.now().getTime() - WINDOW_MS)
  const sinceId = leastIdAt(since)
  const matches = [
    ...(await findMailboxesOfBanned(context, { sinceId })),
    ...(await findUsersOfFingerprints(db, { since, sinceId })),
  ]
  for (const match of matches) await transaction((tx) => raiseEvasion({ clock }, tx, match))
}

/** Raises the signal when an account changes its address to the mailbox of a banned member (MOD-25). */
export async function raiseMailboxEvasion(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  { userId }: { userId: number },
) {
  for (const match of await findBansOfMailbox({ config }, tx, userId)) await raiseEvasion({ clock }, tx, match)
}

/** Raises the signal that an account has something of a banned member, once for each ban and trait. */
async function raiseEvasion(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, trait, caseId }: { userId: number; trait: Trait; caseId: number },
) {
  const ban = await tx
    .selectFrom('moderationCases')
    .select(['reference', 'subjectId'])
    .where('id', '=', caseId)
    .executeTakeFirst()
  if (!ban || ban.subjectId === userId) return
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

/** Raises the signal that an account uploaded a photo that a banned member had. */
export async function raisePhotoEvasion(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { userId, bannedId }: { userId: number; bannedId: number },
) {
  const ban = await tx
    .selectFrom('moderationCases')
    .select('id')
    .where('subjectId', '=', bannedId)
    .where('decision', '=', 'ban')
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (ban) await raiseEvasion({ clock }, tx, { userId, trait: 'photo', caseId: ban.id })
}
