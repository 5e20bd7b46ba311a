import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface NewSecurityEvent {
  userId: number
  kind: string
  browser: string | null
  system: string | null
  happenedAt: Date
}

/** Returns the id of the event. */
export async function insertSecurityEvent(tx: Tx, event: NewSecurityEvent) {
  const { id } = await tx.insertInto('securityEvents').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

export function findSecurityEvent(db: Queryable, { id, userId }: { id: string; userId: number }) {
  return db
    .selectFrom('securityEvents')
    .select(['browser', 'system', 'happenedAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}
