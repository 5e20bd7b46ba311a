import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Stores the last use of a session, once for concurrent requests: those that wait find it stored. */
export async function saveSessionUse(
  db: Queryable,
  { sessionHash, at, storedBefore }: { sessionHash: Buffer; at: Date; storedBefore: Date },
) {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: at })
    .where('tokenHash', '=', sessionHash)
    .where('lastUsedAt', '<', storedBefore)
    .execute()
}

/** The sessions of a member that have not expired, the most recently used first. */
export function findSessions(db: Queryable, { userId, now, limit }: { userId: number; now: Date; limit: number }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'browser', 'system', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes a session of a member. Returns the hash of its token, or undefined if the member has none with this id. */
export async function deleteOwnSession(db: Queryable, { userId, id }: { userId: number; id: string }) {
  const row = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('tokenHash')
    .executeTakeFirst()
  return row?.tokenHash
}

/**
 * Deletes the sessions of a member, and the log-ins that wait for a code. Those of `except` stay. Returns the hashes
 * of the ended sessions' tokens.
 */
export async function deleteSessionsOf(tx: Tx, { userId, except }: { userId: number; except: Buffer[] }) {
  await tx.deleteFrom('loginSteps').where('userId', '=', userId).execute()
  const rows = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except.length > 0, (query) => query.where('tokenHash', 'not in', except))
    .returning('tokenHash')
    .execute()
  return rows.map(({ tokenHash }) => tokenHash)
}
