import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Stores a secret that waits for its first code, in place of a waiting one. Returns false if one is on. */
export async function insertSecret(tx: Tx, row: { userId: number; secret: Buffer; createdAt: Date }) {
  const stored = await tx
    .insertInto('secondFactors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ secret: row.secret, createdAt: row.createdAt, lastPeriod: 0 })
        .where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns and locks the second factor of a member, so that a code is accepted once. */
export function lockSecondFactor(tx: Tx, userId: number) {
  return tx
    .selectFrom('secondFactors')
    .select(['secret', 'createdAt', 'confirmedAt', 'lastPeriod'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns and locks secrets in the order of their members. */
export function secretsAfter(tx: Tx, { after, limit }: { after: number; limit: number }) {
  return tx
    .selectFrom('secondFactors')
    .select(['userId', 'secret'])
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function replaceSecret(tx: Tx, { userId, secret }: { userId: number; secret: Buffer }) {
  await tx.updateTable('secondFactors').set({ secret }).where('userId', '=', userId).execute()
}

export async function savePeriod(tx: Tx, { userId, lastPeriod }: { userId: number; lastPeriod: number }) {
  await tx.updateTable('secondFactors').set({ lastPeriod }).where('userId', '=', userId).execute()
}

export async function confirmSecret(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx.updateTable('secondFactors').set({ confirmedAt: at }).where('userId', '=', userId).execute()
}

export async function deleteSecondFactor(tx: Tx, userId: number) {
  await tx.deleteFrom('secondFactors').where('userId', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** Turns a second factor off that was turned on then or later. */
export async function deleteSecondFactorSince(tx: Tx, { userId, since }: { userId: number; since: Date }) {
  const factor = await lockSecondFactor(tx, userId)
  if (factor?.confirmedAt && factor.confirmedAt >= since) await deleteSecondFactor(tx, userId)
}

export async function replaceRecoveryCodes(tx: Tx, { userId, hashes }: { userId: number; hashes: Buffer[] }) {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/** Deletes a recovery code. Returns whether the member had it. */
export async function spendRecoveryCode(tx: Tx, { userId, codeHash }: { userId: number; codeHash: Buffer }) {
  const deleted = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .returning('userId')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns since when log-ins need a code, and how many recovery codes are left; undefined without one. */
export function findSecondFactor(db: Queryable, userId: number) {
  return db
    .selectFrom('secondFactors')
    .select((eb) => [
      'confirmedAt',
      eb
        .selectFrom('recoveryCodes')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('recoveryCodes.userId', '=', userId)
        .as('recoveryCodesLeft'),
    ])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
}

export async function insertLoginStep(db: Queryable, step: { tokenHash: Buffer; userId: number; expiresAt: Date }) {
  await db.insertInto('loginSteps').values(step).execute()
}

/** Returns the account of a log-in that waits for its code; undefined when it has expired. */
export function findLoginStep(db: Queryable, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('loginSteps')
    .innerJoin('users', 'users.id', 'loginSteps.userId')
    .select(['users.id', 'users.email', 'users.emailKey', 'users.passwordHash', 'users.disabledAt', 'users.deletedAt'])
    .where('loginSteps.tokenHash', '=', tokenHash)
    .where('loginSteps.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Ends a log-in that waits for its code. Returns false when it has ended. */
export async function spendLoginStep(tx: Tx, tokenHash: Buffer) {
  const deleted = await tx
    .deleteFrom('loginSteps')
    .where('tokenHash', '=', tokenHash)
    .returning('userId')
    .executeTakeFirst()
  return deleted !== undefined
}
