import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export function listOperators(db: Queryable, limit: number) {
  return db
    .selectFrom('operators')
    .select((eb) => [
      'id',
      'name',
      'email',
      'role',
      'passwordHash',
      'totpSecret',
      'createdAt',
      'disabledAt',
      eb
        .selectFrom('auditLog')
        .select('happenedAt')
        .whereRef('auditLog.operatorId', '=', 'operators.id')
        .where('act', '=', 'logged_in')
        .orderBy('auditLog.id', 'desc')
        .limit(1)
        .as('lastLoginAt'),
    ])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface NewOperatorRow {
  email: string
  emailKey: string
  name: string
  role: string
  invitedBy: string | null
  createdAt: Date
  passwordHash?: string
  totpSecret?: Buffer
}

/** Returns and locks the second factors of all operators. */
export function lockSecrets(tx: Tx) {
  return tx
    .selectFrom('operators')
    .select(['id', 'totpSecret'])
    .where('totpSecret', 'is not', null)
    .$narrowType<{ totpSecret: Buffer }>()
    .forUpdate()
    .execute()
}

/** Stores an operator. Returns the id, or undefined when the address has an operator. */
export async function insertOperator(tx: Tx, operator: NewOperatorRow) {
  const row = await tx
    .insertInto('operators')
    .values(operator)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks all owners who can log in, or could: changes of them come one after the other. */
export async function lockOwners(tx: Tx) {
  const rows = await tx
    .selectFrom('operators')
    .select(['id', 'passwordHash'])
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  // An owner who has not accepted the invitation cannot help the site.
  return rows.filter(({ passwordHash }) => passwordHash !== null).map(({ id }) => id)
}

export function lockOperatorRow(tx: Tx, id: string) {
  return tx
    .selectFrom('operators')
    .select(['id', 'email', 'role', 'disabledAt', 'totpSecret', 'passwordHash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveOperator(
  tx: Tx,
  {
    id,
    ...change
  }: {
    id: string
    role?: string
    disabledAt?: Date | null
    passwordHash?: string
    totpSecret?: Buffer | null
    totpLastPeriod?: number
  },
) {
  await tx.updateTable('operators').set(change).where('id', '=', id).execute()
}

export async function replaceInvitation(
  tx: Tx,
  { operatorId, ...invitation }: { operatorId: string; tokenHash: Buffer; expiresAt: Date },
) {
  await deleteInvitations(tx, operatorId)
  await tx
    .insertInto('operatorInvitations')
    .values({ operatorId, ...invitation })
    .execute()
}

/** Finds whose an invitation is; undefined when it has expired. */
export function findInvited(db: Queryable, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('operatorInvitations')
    .innerJoin('operators', 'operators.id', 'operatorInvitations.operatorId')
    .select('operators.email')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Uses an invitation up. Returns whose it was; undefined when it has expired. */
export async function spendInvitation(tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const row = await tx
    .deleteFrom('operatorInvitations')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('operatorId')
    .executeTakeFirst()
  return row?.operatorId
}

export async function deleteInvitations(tx: Tx, operatorId: string) {
  await tx.deleteFrom('operatorInvitations').where('operatorId', '=', operatorId).execute()
}

/** Finds an operator by address, for the command line. */
export function findByEmail(db: Queryable, emailKey: string) {
  return db.selectFrom('operators').select(['id']).where('emailKey', '=', emailKey).executeTakeFirst()
}
