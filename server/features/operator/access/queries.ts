import { operatorPasskeys } from './operator-passkeys.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

const loginColumns = [
  'operators.id',
  'operators.email',
  'operators.emailKey',
  'operators.name',
  'operators.role',
  'operators.passwordHash',
  'operators.totpSecret',
  'operators.disabledAt',
] as const

/** Finds the operator of a session that has not expired, unless disabled. */
export function findSessionOperator(db: Queryable, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('operatorSessions')
    .innerJoin('operators', 'operators.id', 'operatorSessions.operatorId')
    .select([
      'operators.id as operatorId',
      'operators.email',
      'operators.name',
      'operators.role',
      'operatorSessions.confirmedAt',
    ])
    .where('operatorSessions.tokenHash', '=', tokenHash)
    .where('operatorSessions.expiresAt', '>', now)
    .where('operators.disabledAt', 'is', null)
    .executeTakeFirst()
}

export function findLogin(db: Queryable, emailKey: string) {
  return db.selectFrom('operators').select(loginColumns).where('emailKey', '=', emailKey).executeTakeFirst()
}

export function findCredentials(db: Queryable, operatorId: string) {
  return db.selectFrom('operators').select(loginColumns).where('id', '=', operatorId).executeTakeFirstOrThrow()
}

export async function insertStep(
  db: Queryable,
  step: { tokenHash: Buffer; operatorId: string; newTotpSecret: Buffer | null; expiresAt: Date },
) {
  await db.insertInto('operatorLoginSteps').values(step).execute()
}

/** Finds the log-in that waits for its code; undefined when it has expired. */
export function findStep(db: Queryable, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('operatorLoginSteps')
    .innerJoin('operators', 'operators.id', 'operatorLoginSteps.operatorId')
    .select([...loginColumns, 'operatorLoginSteps.newTotpSecret'])
    .where('operatorLoginSteps.tokenHash', '=', tokenHash)
    .where('operatorLoginSteps.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Ends a log-in that waits for its code. Returns false when it has ended. */
export async function spendStep(tx: Tx, tokenHash: Buffer) {
  const spent = await tx
    .deleteFrom('operatorLoginSteps')
    .where('tokenHash', '=', tokenHash)
    .returning('operatorId')
    .executeTakeFirst()
  return spent !== undefined
}

/** Locks an operator and returns what a log-in depends on. */
export function lockOperator(tx: Tx, operatorId: string) {
  return tx
    .selectFrom('operators')
    .select(['passwordHash', 'totpSecret', 'totpLastPeriod', 'disabledAt', 'role'])
    .where('id', '=', operatorId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveCodePeriod(
  tx: Tx,
  { operatorId, ...change }: { operatorId: string; totpLastPeriod: number; totpSecret?: Buffer },
) {
  await tx.updateTable('operators').set(change).where('id', '=', operatorId).execute()
}

export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Buffer
    operatorId: string
    browser: string | null
    system: string | null
    createdAt: Date
    expiresAt: Date
    confirmedAt: Date
  },
) {
  await tx.insertInto('operatorSessions').values(session).execute()
}

export async function saveConfirmation(tx: Tx, { tokenHash, at }: { tokenHash: Buffer; at: Date }) {
  await tx.updateTable('operatorSessions').set({ confirmedAt: at }).where('tokenHash', '=', tokenHash).execute()
}

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.deleteFrom('operatorSessions').where('tokenHash', '=', tokenHash).execute()
}

/** Ends all sessions of an operator, and the log-ins that wait for a code. */
export async function deleteSessionsOf(tx: Tx, operatorId: string) {
  await tx.deleteFrom('operatorLoginSteps').where('operatorId', '=', operatorId).execute()
  await tx.deleteFrom('operatorSessions').where('operatorId', '=', operatorId).execute()
}

export async function deleteEnded(db: Queryable, now: Date) {
  await db.deleteFrom('operatorSessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('operatorLoginSteps').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('operatorInvitations').where('expiresAt', '<=', now).execute()
  await operatorPasskeys.deleteOldChallenges(db, now)
}
