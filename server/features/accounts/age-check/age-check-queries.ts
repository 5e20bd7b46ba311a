import type { Queryable } from '#server/platform/postgres/tx.ts'

/** What is stored of a confirmation of the age. `id` and `expiresAt`: of the open check. */
export interface StoredCheck {
  assuredAt: Date | null
  id: string | null
  expiresAt: Date | null
}

/** Returns null for an account that is erased. */
export async function findCheck(db: Queryable, userId: number): Promise<StoredCheck | null> {
  const row = await db
    .selectFrom('users')
    .select(['ageAssuredAt as assuredAt', 'ageCheckId as id', 'ageCheckExpiresAt as expiresAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores an open check unless there is one. Returns whether it did. */
export async function storeCheck(
  db: Queryable,
  { userId, id, expiresAt, now }: { userId: number; id: string; expiresAt: Date; now: Date },
) {
  const row = await db
    .updateTable('users')
    .set({ ageCheckId: id, ageCheckExpiresAt: expiresAt })
    .where('id', '=', userId)
    .where('ageAssuredAt', 'is', null)
    .where((eb) => eb.or([eb('ageCheckId', 'is', null), eb('ageCheckExpiresAt', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Clears a check that is over, and stores that the age is confirmed if it is. */
export async function endCheck(
  db: Queryable,
  { userId, id, assuredAt }: { userId: number; id: string; assuredAt: Date | null },
) {
  await db
    .updateTable('users')
    .set({ ageCheckId: null, ageCheckExpiresAt: null, ...(assuredAt && { ageAssuredAt: assuredAt }) })
    .where('id', '=', userId)
    .where('ageCheckId', '=', id)
    .execute()
}

/** Sets the outcome of a check of the demo (`withDemoOutcome`). */
export async function setDemoOutcome(db: Queryable, { userId, id, to }: { userId: number; id: string; to: string }) {
  await db.updateTable('users').set({ ageCheckId: to }).where('id', '=', userId).where('ageCheckId', '=', id).execute()
}
