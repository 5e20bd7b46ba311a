import { sql, type RawBuilder } from 'kysely'
import { OPEN_ORDER_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface CountedDay {
  from: Date
  until: Date
  at: Date
  /**
   * Who was active is known until the next activity only: on the day, and shortly after it. After its end
   * those who went on into the next day are no longer seen, so that a lower count is not taken.
   */
  knowsActive: boolean
}

/** Lists the days from one to today that were not counted after their end, the oldest first. */
export async function daysToCount(db: Queryable, { from, at }: { from: Date; at: Date }) {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day
    from generate_series((${from}::timestamptz at time zone 'UTC')::date,
      (${at}::timestamptz at time zone 'UTC')::date, interval '1 day') day
    where not exists (select from operator_daily d where d.day = day.day::date and d.is_final)
    order by 1`.execute(db)
  return rows.map(({ day }) => new Date(day))
}

/**
 * Counts what members did on a day, by site. Fictional profiles are never counted: nothing that they do, no
 * match and no conversation with one (PRO-13).
 */
export async function countDay(tx: Tx, day: CountedDay) {
  const { from, until, at, knowsActive } = day
  await sql`
    with counts (site_id, what, n) as (
      ${memberCounts(day)} union all ${contactCounts(day)} union all ${orderCounts(day)}
    ),
    by_site as (
      select s.id as site_id,
        ${sql.join(columns.map((name) => sql`coalesce(sum(n) filter (where what = ${name}), 0)::int as ${sql.ref(name)}`))}
      from sites s left join counts c on c.site_id = s.id
      group by s.id
    )
    insert into operator_daily (day, site_id, is_final, counted_at, ${sql.join(columns.map((name) => sql.ref(name)))})
    select (${from}::timestamptz at time zone 'UTC')::date, site_id, ${until <= at}, ${at}::timestamptz,
      signups, confirmed, case when ${knowsActive} then active end, likes, matches, conversations, answered, messages,
      orders, first_orders
    from by_site
    on conflict (day, site_id) do update set
      is_final = excluded.is_final, counted_at = excluded.counted_at,
      signups = excluded.signups, confirmed = excluded.confirmed,
      active = greatest(excluded.active, operator_daily.active), likes = excluded.likes,
      matches = excluded.matches, conversations = excluded.conversations, answered = excluded.answered,
      messages = excluded.messages, orders = excluded.orders, first_orders = excluded.first_orders`.execute(tx)
}

function memberCounts({ from, until, knowsActive }: CountedDay) {
  // Keys grow with time: accounts that confirm on the day were created not long before.
  const firstUnconfirmedId = leastIdAt(new Date(from.getTime() - (UNCONFIRMED_DAYS + OPEN_ORDER_DAYS) * DAY))
  return sql`
    select u.site_id, 'signups', count(*) from users u join profiles p on p.user_id = u.id
    where u.id >= ${leastIdAt(from)} and u.created_at >= ${from} and u.created_at < ${until} and not p.is_fictional
    group by 1
    union all
    select u.site_id, 'confirmed', count(*) from users u join profiles p on p.user_id = u.id
    where u.id >= ${firstUnconfirmedId} and u.confirmed_at >= ${from} and u.confirmed_at < ${until}
      and not p.is_fictional
    group by 1
    union all
    select u.site_id, 'active', count(*) from profile_search s join users u on u.id = s.user_id
    where ${knowsActive} and s.last_active_at >= ${from} and s.last_active_at < ${until} and not s.is_fictional
    group by 1`
}

function contactCounts({ from, until }: CountedDay) {
  return sql`
    select u.site_id, 'likes', count(*) from likes l join users u on u.id = l.user_id
    where l.given_at >= ${from} and l.given_at < ${until} and ${isMember(sql`l.user_id`)}
    group by 1
    union all
    select u.site_id, 'matches', count(*) from likes l join users u on u.id = l.user_id
    where l.user_id < l.other_id and (l.given_at >= ${from} or l.received_at >= ${from})
      and l.given_at < ${until} and l.received_at < ${until}
      and ${isMember(sql`l.user_id`)} and ${isMember(sql`l.other_id`)}
    group by 1
    union all
    select u.site_id, 'conversations', count(*) from conversations c
    join users u on u.id = coalesce(c.started_by, c.low_id)
    where c.id >= ${leastIdAt(from)} and c.created_at >= ${from} and c.created_at < ${until}
      and ${isMember(sql`c.low_id`)} and ${isMember(sql`c.high_id`)}
    group by 1
    union all
    select u.site_id, 'answered', count(*) from messages m
    join conversations c on c.id = m.conversation_id
    join messages opening on opening.conversation_id = c.id and opening.seq = 1
    join users u on u.id = opening.sender_id
    where m.sent_at >= ${from} and m.sent_at < ${until} and m.kind <> 'system' and opening.kind <> 'system'
      and m.sender_id <> opening.sender_id
      and m.seq = (
        select a.seq from messages a
        where a.conversation_id = c.id and a.sender_id = m.sender_id and a.kind <> 'system'
        order by a.seq limit 1
      )
      and ${isMember(sql`c.low_id`)} and ${isMember(sql`c.high_id`)}
    group by 1
    union all
    select u.site_id, 'messages', count(*) from messages m join users u on u.id = m.sender_id
    where m.sent_at >= ${from} and m.sent_at < ${until} and m.kind <> 'system'
      and ${isMember(sql`m.sender_id`)}
    group by 1`
}

function orderCounts({ from, until }: CountedDay) {
  return sql`
    select o.site_id, 'orders', count(*) from orders o
    where o.completed_at >= ${from} and o.completed_at < ${until}
    group by 1
    union all
    select o.site_id, 'first_orders', count(*) from orders o
    where o.completed_at >= ${from} and o.completed_at < ${until}
      and not exists (
        select from orders e
        where e.user_id = o.user_id and (e.completed_at, e.id) < (o.completed_at, o.id)
      )
    group by 1`
}

function isMember(userId: RawBuilder<unknown>) {
  return sql`not exists (select from profiles f where f.user_id = ${userId} and f.is_fictional)`
}

const columns = [
  'signups',
  'confirmed',
  'active',
  'likes',
  'matches',
  'conversations',
  'answered',
  'messages',
  'orders',
  'first_orders',
] as const
