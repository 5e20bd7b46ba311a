import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { deleteLinks } from './link-queries.ts'

interface NewMailChange {
  id: string
  userId: number
  oldEmail: string
  /** Null when the account is not confirmed: the change cannot be undone, and the address is free. */
  oldEmailKey: string | null
  newEmail: string
  sessionHash: Buffer
  requestedAt: Date
}

export async function insertMailChange(tx: Tx, change: NewMailChange) {
  await tx.insertInto('mailChanges').values(change).execute()
}

/** Returns the times of the changes that a member has requested since then, oldest first. */
export async function recentMailChanges(tx: Tx, { userId, since }: { userId: number; since: Date }) {
  const rows = await tx
    .selectFrom('mailChanges')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt')
    .execute()
  return rows.map(({ requestedAt }) => requestedAt)
}

/** Returns and locks a change. */
export function lockMailChange(tx: Tx, id: string) {
  return tx
    .selectFrom('mailChanges')
    .select(['id', 'userId', 'oldEmail', 'newEmail', 'sessionHash', 'requestedAt', 'completedAt', 'cancelledAt'])
    .select('undoneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the change that waits for its link to be opened. */
export function findPendingMailChange(db: Queryable, userId: number) {
  return db
    .selectFrom('mailChanges')
    .select(['id', 'newEmail'])
    .where('userId', '=', userId)
    .where('completedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
}

/** Returns whether the address of an account was never confirmed, and waits to be replaced by another. */
export async function isBeingCorrected(db: Queryable, userId: number) {
  return (await openCorrection(db, userId).executeTakeFirst()) !== undefined
}

/** Returns whether it waits for that because this session has requested it. */
export async function isBeingCorrectedBy(
  db: Queryable,
  { userId, sessionHash }: { userId: number; sessionHash: Buffer },
) {
  const correction = openCorrection(db, userId).where('mailChanges.sessionHash', '=', sessionHash)
  return (await correction.executeTakeFirst()) !== undefined
}

function openCorrection(db: Queryable, userId: number) {
  return db
    .selectFrom('mailChanges')
    .innerJoin('users', 'users.id', 'mailChanges.userId')
    .select('mailChanges.id')
    .where('mailChanges.userId', '=', userId)
    .where('users.confirmedAt', 'is', null)
    .where('mailChanges.completedAt', 'is', null)
    .where('mailChanges.cancelledAt', 'is', null)
}

/** Stores that an address of changes which wait for their link does not exist. Returns their members. */
export async function rejectPending(tx: Tx, { key, at }: { key: string; at: Date }) {
  const rows = await tx
    .updateTable('mailChanges')
    .set({ rejectedAt: at })
    .where((eb) => eb(eb.fn('lower', ['newEmail']), '=', key))
    .where('completedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

export async function forgetRejection(tx: Tx, { id }: { id: string }) {
  await tx.updateTable('mailChanges').set({ rejectedAt: null }).where('id', '=', id).execute()
}

export async function completeMailChange(tx: Tx, { id, at }: { id: string; at: Date }) {
  await tx.updateTable('mailChanges').set({ completedAt: at }).where('id', '=', id).execute()
}

/** Cancels the changes of a member that wait for their link. */
export async function cancelMailChanges(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx
    .updateTable('mailChanges')
    .set({ cancelledAt: at })
    .where('userId', '=', userId)
    .where('completedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Withdraws what a former password may have started: a change of the address, and password resets. */
export async function withdrawStarted(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await deleteLinks(tx, { userId, purposes: ['reset', 'mail_change'] })
  await cancelMailChanges(tx, { userId, at })
}

/** Undoes a change and all later ones of the member, completed or not, and ends their links. */
export async function undoFrom(tx: Tx, { userId, since, at }: { userId: number; since: Date; at: Date }) {
  const undone = await tx
    .updateTable('mailChanges')
    .set({ cancelledAt: at, undoneAt: at })
    .where('userId', '=', userId)
    .where('requestedAt', '>=', since)
    .returning('id')
    .execute()
  const ids = undone.map(({ id }) => id)
  await tx.deleteFrom('oneTimeLinks').where('mailChangeId', 'in', ids).where('usedAt', 'is', null).execute()
}

/**
 * Returns whether an address was another member's, who can still undo the change. Run it after the statement
 * that claims the address, which has waited for a concurrent change.
 */
export async function isReserved(db: Queryable, { key, userId }: { key: string; userId: number }) {
  const row = await db
    .selectFrom('mailChanges')
    .select('id')
    .where('oldEmailKey', '=', key)
    .where('completedAt', 'is not', null)
    .where('cancelledAt', 'is', null)
    .where('userId', '!=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the addresses of a member: that of the account, and those of its stored changes. Locks the account
 * against changes until the transaction ends, but not against rows that refer to it.
 */
export async function lockEmails(tx: Tx, userId: number) {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // A statement of its own, which sees what was stored while the first one waited.
  const stored = await tx
    .selectFrom('mailChanges')
    .select(['oldEmail', 'newEmail'])
    .where('userId', '=', userId)
    .execute()
  return [email, ...stored.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail])]
}

/** Returns the name of a member. Run it after the statement that locks the account. */
export async function findName(tx: Tx, userId: number) {
  const profiles = tx.selectFrom('profiles').select('name').where('userId', '=', userId)
  return (await profiles.executeTakeFirstOrThrow()).name
}

export async function saveEmail(tx: Tx, { userId, email, key }: { userId: number; email: string; key: string }) {
  await tx.updateTable('users').set({ email, emailKey: key }).where('id', '=', userId).execute()
}
