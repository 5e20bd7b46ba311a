import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface Unconfirmed {
  createdBefore: Date
  /** A pending order that is older no longer prevents the removal. */
  orderedBefore: Date
}

interface UnconfirmedBatch extends Unconfirmed {
  /** Key of the last account of the batch before. */
  after: number
  limit: number
}

/** Finds accounts that were never confirmed, without those that bought or may have bought (ACC-7). */
export async function findUnconfirmed(db: Queryable, { after, limit, ...input }: UnconfirmedBatch) {
  const rows = await unconfirmed(db, input).where('users.id', '>', after).orderBy('users.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks an account and returns whether it is still unconfirmed. The condition is its own statement: one that
 * waits for the lock would not find an order that was committed meanwhile.
 */
export async function lockUnconfirmed(tx: Tx, { userId, ...input }: Unconfirmed & { userId: number }) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await unconfirmed(tx, input).where('users.id', '=', userId).executeTakeFirst()
  return row !== undefined
}

function unconfirmed(db: Queryable, { createdBefore, orderedBefore }: Unconfirmed) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.confirmedAt', 'is', null)
    .where('users.createdAt', '<', createdBefore)
    .where(
      sql<boolean>`not exists (
        select from account_balances b
        where b.user_id = users.id
          and b.premium_since is not null
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from orders o
        where o.user_id = users.id
          and (o.completed_at is not null or (o.status = 'pending' and o.created_at >= ${orderedBefore}))
      )`,
    )
}
