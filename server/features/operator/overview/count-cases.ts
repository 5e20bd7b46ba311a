import { sql } from 'kysely'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Counts the cases of moderation that were opened and decided on a day, with times and decisions. */
export async function countCases(tx: Tx, { from, until }: { from: Date; until: Date }) {
  const day = sql`(${from}::timestamptz at time zone 'UTC')::date`
  // A case of no member and no site counts for the default one.
  const site = sql`coalesce(c.site_id, (select id from sites where is_default limit 1))`
  const decidedToday = sql`c.decided_at >= ${from} and c.decided_at < ${until}`
  const seconds = sql`extract(epoch from c.decided_at - c.opened_at)`
  await sql`delete from operator_daily_cases where day = ${day}`.execute(tx)
  await sql`delete from operator_daily_decisions where day = ${day}`.execute(tx)
  await sql`
    with cases (site_id, kind, opened, decided, seconds, within_day, late) as (
      select ${site}, c.kind, 1, 0, 0, 0, 0 from moderation_cases c
      where c.id >= ${leastIdAt(from)} and c.opened_at >= ${from} and c.opened_at < ${until}
      union all
      select ${site}, c.kind, 0, 1, ${seconds}, (c.decided_at <= c.opened_at + interval '1 day')::int,
        coalesce(c.decided_at > c.due_at, false)::int
      from moderation_cases c where c.status = 'decided' and ${decidedToday}
    )
    insert into operator_daily_cases
      (day, site_id, kind, opened, decided, seconds, longest_seconds, within_day, late)
    select ${day}, site_id, kind, sum(opened), sum(decided), sum(seconds)::bigint, max(seconds)::int,
      sum(within_day), sum(late)
    from cases
    group by site_id, kind`.execute(tx)
  await sql`
    insert into operator_daily_decisions (day, site_id, kind, source, decision, violation, content, n)
    select ${day}, ${site}, c.kind, c.source, c.decision, coalesce(c.violation, ''),
      coalesce(c.content ->> 'type', ''), count(*)
    from moderation_cases c
    where c.status = 'decided' and ${decidedToday}
    group by 2, 3, 4, 5, 6, 7`.execute(tx)
}
