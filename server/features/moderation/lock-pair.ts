import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface Pair {
  userId: number
  otherId: number
}

/** Makes all transactions that change likes or blocks between two members run one after the other. */
export async function lockPair(tx: Tx, { userId, otherId }: Pair) {
  const pair = `pair:${Math.min(userId, otherId)}:${Math.max(userId, otherId)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(tx)
}

/** Locks the accounts of two members against removal. Returns false when one of them is gone. */
export async function lockAccounts(tx: Tx, { userId, otherId }: Pair) {
  const users = tx.selectFrom('users').select('id').where('id', 'in', [userId, otherId])
  return (await users.orderBy('id').forKeyShare().execute()).length === 2
}
