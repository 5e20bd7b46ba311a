import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Makes all transactions that change likes or blocks between two members run one after the other. */
export async function lockPair(tx: Tx, { userId, otherId }: { userId: number; otherId: number }) {
  const pair = `pair:${Math.min(userId, otherId)}:${Math.max(userId, otherId)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(tx)
}
