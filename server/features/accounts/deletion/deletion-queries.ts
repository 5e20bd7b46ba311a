import type { CountryCode } from '#contract/countries.ts'
import type { DeleteReason } from '#contract/accounts/delete-reasons.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isOpen, nameInMail } from '#server/features/accounts/fragments.ts'

/** Sets the pause, and the end of one that has begun. Returns whether it has begun now. */
export async function savePause(tx: Tx, { userId, at, endsAt }: { userId: number; at: Date; endsAt: Date | null }) {
  const user = tx.updateTable('users').where('id', '=', userId)
  await user.set({ pauseEndsAt: endsAt }).execute()
  const begun = await user.set({ pausedAt: at }).where('pausedAt', 'is', null).returning('id').executeTakeFirst()
  return begun !== undefined
}

const noPause = { pausedAt: null, pauseEndsAt: null }

/** Ends the pause. Returns whether there was one. */
export async function clearPause(tx: Tx, userId: number) {
  const paused = tx.updateTable('users').set(noPause).where('id', '=', userId).where('pausedAt', 'is not', null)
  return (await paused.returning('id').executeTakeFirst()) !== undefined
}

/** Returns the accounts whose pause is over. */
export async function findEndedPauses(db: Queryable, now: Date) {
  const rows = await db.selectFrom('users').select('id').where('pauseEndsAt', '<=', now).execute()
  return rows.map(({ id }) => id)
}

/** Ends a pause that is over, unless the member has ended or prolonged it meanwhile: then it returns null. */
export async function endPause(tx: Tx, { userId, now }: { userId: number; now: Date }) {
  const ended = await tx
    .updateTable('users')
    .set(noPause)
    .where('id', '=', userId)
    .where('pauseEndsAt', '<=', now)
    .returning('deletedAt')
    .executeTakeFirst()
  return ended ? { isDeleted: ended.deletedAt !== null } : null
}

/** `dormant`: it was not used (ACC-33). Null: the member gave none, or an operator deleted it. */
export type StoredReason = DeleteReason | 'dormant' | null

interface NewDeletion {
  userId: number
  reason: StoredReason
  remarks: string
  at: Date
}

/** Marks an account as deleted. Returns whether it was not deleted before. */
export async function saveDeletion(tx: Tx, { userId, reason, remarks, at }: NewDeletion) {
  const changed = await tx
    .updateTable('users')
    .set({ deletedAt: at })
    .where('id', '=', userId)
    .where(isOpen())
    .returning('id')
    .executeTakeFirst()
  if (!changed) return false
  await tx
    .insertInto('deletions')
    .values({ userId, reason, remarks })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ reason, remarks }))
    .execute()
  return true
}

/**
 * Deletes the sessions of an account, its log-ins that wait for a code, and its links, which must not act on
 * a deleted account. Links to undo a change of the address stay: who changed it may have deleted it.
 */
export async function deleteAccess(tx: Tx, userId: number) {
  await tx.deleteFrom('loginSteps').where('userId', '=', userId).execute()
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute()
  await tx.deleteFrom('oneTimeLinks').where('userId', '=', userId).where('purpose', '!=', 'mail_change_undo').execute()
}

/** Undoes the deletion of an account. Returns whether it is paused; null if it was not deleted. */
export async function clearDeletion(tx: Tx, userId: number) {
  const restored = await tx
    .updateTable('users')
    .set({ deletedAt: null })
    .where('id', '=', userId)
    .where('deletedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .returning('pausedAt')
    .executeTakeFirst()
  if (!restored) return null
  await tx.deleteFrom('deletions').where('userId', '=', userId).execute()
  return { isPaused: restored.pausedAt !== null }
}

/** Locks a deleted account and returns the data of the mail about it; undefined unless deleted. */
export function lockDeletedRecipient(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('deletions', 'deletions.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'users.deletedAt', 'profiles.country'])
    .select('deletions.reason')
    .select(nameInMail().as('name'))
    .where('users.id', '=', userId)
    .where('users.deletedAt', 'is not', null)
    .where('users.disabledAt', 'is', null)
    .$narrowType<{ deletedAt: Date; country: CountryCode }>()
    .forKeyShare('users')
    .executeTakeFirst()
}

interface Due {
  deletedBefore: Date
}

/** Finds accounts whose days to undo the deletion are over, in the order of their keys. */
export async function findDue(db: Queryable, { deletedBefore, after, limit }: Due & { after: number; limit: number }) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', '<=', deletedBefore)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks an account until the transaction ends. Returns whether it is still due: it may be restored. */
export async function lockDue(tx: Tx, { userId, deletedBefore }: Due & { userId: number }) {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', '<=', deletedBefore)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
