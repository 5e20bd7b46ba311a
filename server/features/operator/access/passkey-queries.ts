import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface Challenge {
  challengeHash: Buffer
  /** Null at a log-in. */
  operatorId: string | null
  rpId: string
  expiresAt: Date
}

export async function insertChallenge(db: Queryable, challenge: Challenge) {
  await db.insertInto('operatorPasskeyChallenges').values(challenge).execute()
}

/** Deletes a challenge, whatever its answer. Returns whether it was valid for this operator and host. */
export async function spendChallenge(
  db: Queryable,
  { challengeHash, operatorId, rpId, now }: Omit<Challenge, 'expiresAt'> & { now: Date },
) {
  const challenge = await db
    .deleteFrom('operatorPasskeyChallenges')
    .where('challengeHash', '=', challengeHash)
    .returning(['operatorId', 'rpId', 'expiresAt'])
    .executeTakeFirst()
  if (!challenge) return false
  return challenge.operatorId === operatorId && challenge.rpId === rpId && challenge.expiresAt > now
}

export function findPasskeysOf(db: Queryable, operatorId: string) {
  return db
    .selectFrom('operatorPasskeys')
    .select(['id', 'credentialId', 'transports', 'rpId', 'name', 'createdAt', 'lastUsedAt'])
    .where('operatorId', '=', operatorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Finds a passkey of a host with its operator. */
export function findPasskey(db: Queryable, { credentialId, rpId }: { credentialId: string; rpId: string }) {
  return db
    .selectFrom('operatorPasskeys as k')
    .innerJoin('operators as o', 'o.id', 'k.operatorId')
    .select(['k.credentialId', 'k.publicKey', 'k.counter', 'k.transports', 'o.id as operatorId', 'o.email'])
    .where('k.credentialId', '=', credentialId)
    .where('k.rpId', '=', rpId)
    .executeTakeFirst()
}

interface NewPasskey {
  credentialId: string
  operatorId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  rpId: string
  name: string
  createdAt: Date
}

/** Returns the passkey's id, or undefined when the authenticator was added before. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey) {
  const row = await tx
    .insertInto('operatorPasskeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Stores a use. Returns false when its count is stored already; authenticators without a count send 0. */
export async function savePasskeyUse(
  tx: Tx,
  { credentialId, counter, at }: { credentialId: string; counter: number; at: Date },
) {
  const { numUpdatedRows } = await tx
    .updateTable('operatorPasskeys')
    .set({ counter, lastUsedAt: at })
    .where('credentialId', '=', credentialId)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false when the operator has no such passkey. */
export async function deletePasskey(tx: Tx, { operatorId, id }: { operatorId: string; id: string }) {
  const { numDeletedRows } = await tx
    .deleteFrom('operatorPasskeys')
    .where('operatorId', '=', operatorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes all passkeys of an operator, and the challenges with which another one could be added. */
export async function deletePasskeysOf(tx: Tx, operatorId: string) {
  await tx.deleteFrom('operatorPasskeyChallenges').where('operatorId', '=', operatorId).execute()
  await tx.deleteFrom('operatorPasskeys').where('operatorId', '=', operatorId).execute()
}

export async function deleteOldChallenges(db: Queryable, now: Date) {
  await db.deleteFrom('operatorPasskeyChallenges').where('expiresAt', '<=', now).execute()
}
