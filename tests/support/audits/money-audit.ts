import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/**
 * Returns everything about money that does not add up: balances that are negative or not the sum of their
 * entries, entries whose balance is not that of the entries up to them, payments not credited exactly once,
 * and spends without the thing that was paid, or the reverse. Empty when all is exact.
 */
export async function auditMoney(db: Queryable) {
  const { rows } = await sql<{ fault: string; key: string }>`
    select 'balance' as fault, b.user_id::text as key
    from account_balances b
    where b.balance < 0
      or b.balance <> (select coalesce(sum(amount), 0) from credit_ledger e where e.user_id = b.user_id)
    union all
    select 'running balance', user_id || ' ' || id
    from (
      select user_id, id, balance_after, sum(amount) over (partition by user_id order by id) as total from credit_ledger
    ) entries
    where balance_after <> total
    union all
    select 'payment not credited once', o.public_id
    from orders o
    left join credit_ledger e on e.user_id = o.user_id and e.kind = 'purchase' and e.ref = o.public_id
    where ((o.status in ('completed', 'refunded', 'charged_back')) <> (e.id is not null) or e.amount <> o.credits)
      -- an account that was gone when the payment came gets the money back
      and not exists (select from refunds r where r.order_id = o.id and r.reason = 'buyer_gone')
    union all
    select 'credited without an order', e.ref
    from credit_ledger e
    where e.kind = 'purchase' and not exists (select from orders o where o.public_id = e.ref and o.user_id = e.user_id)
    union all
    select 'paid, but not completed', o.public_id
    from sandbox_payments p
    join orders o on o.provider_ref = p.ref
    where p.status = 'completed' and o.status not in ('completed', 'refunded', 'charged_back')
    union all
    select 'purchase without premium', o.public_id
    from orders o
    join account_balances b on b.user_id = o.user_id
    where o.status = 'completed' and b.premium_since is null
    union all
    select 'unlocked photo', coalesce(u.photo_id::text, e.ref)
    from photo_unlocks u
    full join (select user_id, ref, amount from credit_ledger where kind = 'photo_unlock') e
      on e.user_id = u.user_id and e.ref = u.photo_id::text
    where e.amount is distinct from -u.price
    union all
    select 'order of one client twice', user_id || ' ' || client_id
    from orders
    group by user_id, client_id
    having count(*) > 1
  `.execute(db)
  return rows.map(({ fault, key }) => `${fault}: ${key}`)
}
