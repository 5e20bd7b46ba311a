import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Returns the names of operators by their keys. */
export async function namesOf(db: Queryable, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('operators')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
}
