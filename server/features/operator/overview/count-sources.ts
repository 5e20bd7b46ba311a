import { sql } from 'kysely'
import { OPEN_ORDER_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface Day {
  from: Date
  until: Date
}

/** Counts sign-ups and orders of a day by the campaign that brought the member. */
export async function countSources(tx: Tx, { from, until }: Day) {
  const [firstId, firstUnconfirmedId] = [
    leastIdAt(from),
    leastIdAt(new Date(from.getTime() - (UNCONFIRMED_DAYS + OPEN_ORDER_DAYS) * DAY)),
  ]
  const day = sql`(${from}::timestamptz at time zone 'UTC')::date`
  await sql`delete from operator_daily_sources where day = ${day}`.execute(tx)
  await sql`delete from operator_daily_source_money where day = ${day}`.execute(tx)
  await sql`
    with happened (site_id, user_id, what) as (
      select u.site_id, u.id, 'signup' from users u join profiles p on p.user_id = u.id
      where u.id >= ${firstId} and u.created_at >= ${from} and u.created_at < ${until} and not p.is_fictional
      union all
      select u.site_id, u.id, 'confirmed' from users u join profiles p on p.user_id = u.id
      where u.id >= ${firstUnconfirmedId} and u.confirmed_at >= ${from} and u.confirmed_at < ${until}
        and not p.is_fictional
      union all
      select o.site_id, o.user_id, 'order' from orders o
      where o.completed_at >= ${from} and o.completed_at < ${until}
      union all
      select o.site_id, o.user_id, 'first_order' from orders o
      where o.completed_at >= ${from} and o.completed_at < ${until}
        and not exists (
          select from orders e
          where e.user_id = o.user_id and (e.completed_at, e.id) < (o.completed_at, o.id)
        )
    )
    insert into operator_daily_sources
      (day, site_id, network, sub_id, signups, confirmed, orders, first_orders)
    select ${day}, h.site_id, coalesce(t.network, ''), coalesce(t.sub1, ''),
      count(*) filter (where what = 'signup'), count(*) filter (where what = 'confirmed'),
      count(*) filter (where what = 'order'), count(*) filter (where what = 'first_order')
    from happened h left join traffic_sources t on t.user_id = h.user_id
    group by 2, 3, 4`.execute(tx)
  await sql`
    insert into operator_daily_source_money (day, site_id, network, sub_id, currency, revenue_minor)
    select ${day}, o.site_id, coalesce(t.network, ''), coalesce(t.sub1, ''), o.currency, sum(o.amount_minor)
    from orders o left join traffic_sources t on t.user_id = o.user_id
    where o.completed_at >= ${from} and o.completed_at < ${until}
    group by 2, 3, 4, 5`.execute(tx)
}
