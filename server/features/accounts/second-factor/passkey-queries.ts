import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface Challenge {
  challengeHash: Buffer
  /** Null at a log-in. */
  userId: number | null
  rpId: string
  expiresAt: Date
}

export async function insertChallenge(db: Queryable, challenge: Challenge) {
  await db.insertInto('passkeyChallenges').values(challenge).execute()
}

/** Deletes a challenge, whatever its answer. Returns whether it was valid for this member and host. */
export async function spendChallenge(
  db: Queryable,
  { challengeHash, userId, rpId, now }: Omit<Challenge, 'expiresAt'> & { now: Date },
) {
  const challenge = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', challengeHash)
    .returning(['userId', 'rpId', 'expiresAt'])
    .executeTakeFirst()
  return challenge !== undefined && challenge.userId === userId && challenge.rpId === rpId && challenge.expiresAt > now
}

interface NewPasskey {
  credentialId: string
  userId: number
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
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export function findPasskeys(db: Queryable, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'transports', 'rpId', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Returns a passkey of a host with its account. */
export function findPasskey(db: Queryable, { credentialId, rpId }: { credentialId: string; rpId: string }) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.credentialId', 'passkeys.publicKey', 'passkeys.counter', 'passkeys.transports'])
    .select(['users.id', 'users.email', 'users.emailKey', 'users.passwordHash', 'users.disabledAt', 'users.deletedAt'])
    .where('credentialId', '=', credentialId)
    .where('rpId', '=', rpId)
    .executeTakeFirst()
}

/** Stores a use. Returns false when its count is stored already; authenticators without a count send 0. */
export async function savePasskeyUse(
  db: Queryable,
  { credentialId, counter, at }: { credentialId: string; counter: number; at: Date },
) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: at })
    .where('credentialId', '=', credentialId)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface OwnPasskey {
  userId: number
  id: string
}

/** Returns false when the member has no such passkey. */
export async function savePasskeyName(db: Queryable, { userId, id, name }: OwnPasskey & { name: string }) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the passkeys that were added then or later. */
export async function deletePasskeysSince(tx: Tx, { userId, since }: { userId: number; since: Date }) {
  await tx.deleteFrom('passkeys').where('userId', '=', userId).where('createdAt', '>=', since).execute()
}

/** Deletes all passkeys of a member, and the challenges with which another one could be added. */
export async function deletePasskeys(tx: Tx, userId: number) {
  await tx.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

/** Returns false when the member has no such passkey. */
export async function deletePasskey(db: Queryable, { userId, id }: OwnPasskey) {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
