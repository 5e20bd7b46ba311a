import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Entry } from './rules.ts'

/** A member's balance, in whole credits, and since when she is premium. */
export function balanceRow(db: Queryable, userId: number) {
  return db
    .selectFrom('accountBalances')
    .select(['balance', 'premiumSince'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** An empty balance for a new account. */
export async function insertBalance(tx: Tx, userId: number) {
  await tx
    .insertInto('accountBalances')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

/** For an account that vanishes; what was left on it is lost. */
export async function deleteBalance(tx: Tx, userId: number) {
  await tx.deleteFrom('accountBalances').where('userId', '=', userId).execute()
}

/**
 * Writes an entry and moves the balance by its amount, in one statement that first locks the balance. An amount that
 * the balance does not cover, or a cause that is in the ledger already, changes nothing.
 * Returns the balance before and, if the entry was written, after; nothing when there is no such balance.
 */
export async function appendEntry(
  tx: Tx,
  { id, userId, kind, ref, amount, at }: Entry & { id: number; amount: number; at: Date },
) {
  const { rows } = await sql<{ before: number; after: number | null; isPremium: boolean }>`
    with locked as (
      select balance, premium_since
      from account_balances
      where user_id = ${userId}
      for no key update
    ),
    entry as (
      insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
      select ${userId}::bigint, ${id}::bigint, ${kind}, ${ref}, ${amount}::int, balance + ${amount}::int, ${at}::timestamptz
      from locked
      where balance + ${amount}::int >= 0
      on conflict (user_id, kind, ref) do nothing
      returning amount, balance_after
    ),
    moved as (
      update account_balances
      set balance = balance + entry.amount
      from entry
      where user_id = ${userId}
    )
    select balance as before, (select balance_after from entry) as after, premium_since is not null as "isPremium"
    from locked`.execute(tx)
  return rows[0]
}

/** Whether this cause is in the ledger. */
export async function hasEntry(db: Queryable, { userId, kind, ref }: Entry) {
  const row = await db
    .selectFrom('creditLedger')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row !== undefined
}

/** Premium from `at` on, if it is not so already. */
export async function setPremium(tx: Tx, { userId, at }: { userId: number; at: Date }) {
  await tx
    .updateTable('accountBalances')
    .set({ premiumSince: at })
    .where('userId', '=', userId)
    .where('premiumSince', 'is', null)
    .execute()
}
