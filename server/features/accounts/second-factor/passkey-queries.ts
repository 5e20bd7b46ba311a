import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Where the passkeys of members or of operators are stored, and the column that names the account. */
export interface PasskeyTables {
  passkeys: 'passkeys' | 'operatorPasskeys'
  challenges: 'passkeyChallenges' | 'operatorPasskeyChallenges'
  owner: 'userId' | 'operatorId'
}

interface Challenge<OwnerId> {
  challengeHash: Buffer
  /** Null at a log-in. */
  ownerId: OwnerId | null
  rpId: string
}

interface NewPasskey<OwnerId> {
  credentialId: string
  ownerId: OwnerId
  publicKey: Buffer
  counter: number
  transports: string[]
  rpId: string
  name: string
  createdAt: Date
}

interface OwnPasskey<OwnerId> {
  ownerId: OwnerId
  id: string
}

/** The statements about passkeys, for the tables of members or of operators. */
export class PasskeyQueries<OwnerId extends number | string> {
  // Typed as the tables of members: those of operators have the same columns, but for the account's.
  readonly #passkeys: 'passkeys'
  readonly #challenges: 'passkeyChallenges'
  readonly #owner: 'userId'

  constructor({ passkeys, challenges, owner }: PasskeyTables) {
    this.#passkeys = passkeys as 'passkeys'
    this.#challenges = challenges as 'passkeyChallenges'
    this.#owner = owner as 'userId'
  }

  async insertChallenge(db: Queryable, { ownerId, ...challenge }: Challenge<OwnerId> & { expiresAt: Date }) {
    await db
      .insertInto(this.#challenges)
      .values({ ...challenge, [this.#owner as 'userId']: ownerId as number | null })
      .execute()
  }

  /** Deletes a challenge, whatever its answer. Returns whether it was valid for this account and host. */
  async deleteChallenge(
    db: Queryable,
    { challengeHash, ownerId, rpId, now }: Challenge<OwnerId> & { now: Date },
  ): Promise<boolean> {
    const challenge = await db
      .deleteFrom(this.#challenges)
      .where('challengeHash', '=', challengeHash)
      .returning([`${this.#owner} as ownerId`, 'rpId', 'expiresAt'])
      .executeTakeFirst()
    return (
      challenge !== undefined && challenge.ownerId === ownerId && challenge.rpId === rpId && challenge.expiresAt > now
    )
  }

  async deleteOldChallenges(db: Queryable, now: Date) {
    await db.deleteFrom(this.#challenges).where('expiresAt', '<=', now).execute()
  }

  /** Returns the passkey's id, or undefined when the authenticator was added before. */
  async insert(tx: Tx, { ownerId, ...passkey }: NewPasskey<OwnerId>) {
    const row = await tx
      .insertInto(this.#passkeys)
      .values({ ...passkey, [this.#owner as 'userId']: ownerId as number })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  }

  /** Returns the passkeys of an account, the oldest first. */
  findAll(db: Queryable, ownerId: OwnerId) {
    return db
      .selectFrom(this.#passkeys)
      .select(['id', 'credentialId', 'transports', 'rpId', 'name', 'createdAt', 'lastUsedAt'])
      .where(this.#owner, '=', ownerId as number)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  }

  /** Returns a passkey of a host with the id of its account. */
  async find(db: Queryable, { credentialId, rpId }: { credentialId: string; rpId: string }) {
    const row = await db
      .selectFrom(this.#passkeys)
      .select(['credentialId', 'publicKey', 'counter', 'transports', `${this.#owner} as ownerId`])
      .where('credentialId', '=', credentialId)
      .where('rpId', '=', rpId)
      .executeTakeFirst()
    return row && { ...row, ownerId: row.ownerId as OwnerId }
  }

  /** Stores a use. Returns false when its count is stored already; authenticators without a count send 0. */
  async saveUse(
    db: Queryable,
    { credentialId, counter, at }: { credentialId: string; counter: number; at: Date },
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable(this.#passkeys)
      .set({ counter, lastUsedAt: at })
      .where('credentialId', '=', credentialId)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Returns false when the account has no such passkey. */
  async saveName(db: Queryable, { ownerId, id, name }: OwnPasskey<OwnerId> & { name: string }): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable(this.#passkeys)
      .set({ name })
      .where(this.#owner, '=', ownerId as number)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Returns false when the account has no such passkey. */
  async delete(db: Queryable, { ownerId, id }: OwnPasskey<OwnerId>): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom(this.#passkeys)
      .where(this.#owner, '=', ownerId as number)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  /** Deletes the passkeys that were added then or later. */
  async deleteSince(tx: Tx, { ownerId, since }: { ownerId: OwnerId; since: Date }) {
    await tx
      .deleteFrom(this.#passkeys)
      .where(this.#owner, '=', ownerId as number)
      .where('createdAt', '>=', since)
      .execute()
  }

  /** Deletes all passkeys of an account, and the challenges with which another one could be added. */
  async deleteAll(tx: Tx, ownerId: OwnerId) {
    await tx
      .deleteFrom(this.#challenges)
      .where(this.#owner, '=', ownerId as number)
      .execute()
    await tx
      .deleteFrom(this.#passkeys)
      .where(this.#owner, '=', ownerId as number)
      .execute()
  }
}
