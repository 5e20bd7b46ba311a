import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** Faults that are listed at most: after these a person has to look anyway. */
const MAX_FAULTS = 100

/**
 * Returns what about credits and orders does not add up: balances that are negative or not the sum of their
 * entries, entries whose balance is not that of the entries up to them, and payments that were not credited
 * exactly once, or at all where the account was gone. Empty when all is exact. Reads every entry: for the
 * command line and for nights.
 */
export async function findLedgerFaults({ database }: Pick<Context, 'database'>) {
  return database.runLong(async (db) => {
    const { rows } = await sql<{ fault: string; key: string }>`
      select 'balance' as fault, b.user_id::text as key
      from account_balances b
      left join (select user_id, sum(amount) as total from credit_ledger group by user_id) e using (user_id)
      where b.balance < 0 or b.balance <> coalesce(e.total, 0)
      union all
      select 'running balance', user_id || ' ' || id
      from (
        select user_id, id, balance_after, sum(amount) over (partition by user_id order by id) as total
        from credit_ledger
      ) entries
      where balance_after <> total
      union all
      select 'payment not credited once', o.public_id
      from orders o
      left join refunds gone on gone.order_id = o.id and gone.reason = 'buyer_gone'
      left join credit_ledger e on e.user_id = o.user_id and e.kind = 'purchase' and e.ref = o.public_id
      where (o.status in ('completed', 'refunded', 'charged_back') and gone.id is null) <> (e.id is not null)
        or e.amount <> o.credits
      union all
      select 'credited without an order', e.ref
      from credit_ledger e
      where e.kind = 'purchase'
        and not exists (select from orders o where o.public_id = e.ref and o.user_id = e.user_id)
      limit ${MAX_FAULTS}`.execute(db)
    return rows.map(({ fault, key }) => `${fault}: ${key}`)
  })
}
