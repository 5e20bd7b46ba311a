import { sql } from 'kysely'
import { OPERATOR_COHORT_WEEKS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

const WEEK = 7 * DAY

interface CountedDay {
  from: Date
  until: Date
  /** As in `countDay`. */
  knowsActive: boolean
}

/** Returns the Monday (UTC) on which the week of a time begins. */
export function mondayOf(at: Date) {
  const day = Math.floor(at.getTime() / DAY)
  // 1 January 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY)
}

/**
 * Counts what those who signed up in each of the last weeks did in the week of a day, until the end of the
 * day. Of `active` the highest count of the week stays, as in `countDay`.
 */
export async function countCohorts(tx: Tx, { from, until, knowsActive }: CountedDay) {
  const week = mondayOf(from)
  const first = new Date(week.getTime() - (OPERATOR_COHORT_WEEKS - 1) * WEEK)
  const cohort = sql`date_trunc('week', u.created_at at time zone 'UTC')::date`
  const members = sql`u.id >= ${leastIdAt(first)} and u.created_at >= ${first} and u.created_at < ${until}`
  await sql`
    with happened (site_id, cohort, user_id, what) as (
      select u.site_id, ${cohort}, u.id, 'active'
      from profile_search s join users u on u.id = s.user_id
      where ${knowsActive} and s.last_active_at >= ${week} and s.last_active_at < ${until} and not s.is_fictional
        and ${members}
      union all
      select distinct u.site_id, ${cohort}, u.id, 'buyer'
      from orders o join users u on u.id = o.user_id
      where o.completed_at >= ${week} and o.completed_at < ${until} and ${members}
    )
    insert into operator_weekly_cohorts (week, site_id, cohort, active, buyers)
    select (${week}::timestamptz at time zone 'UTC')::date, site_id, cohort,
      case when ${knowsActive} then count(*) filter (where what = 'active') end,
      count(*) filter (where what = 'buyer')
    from happened
    group by site_id, cohort
    on conflict (week, site_id, cohort) do update set
      active = greatest(excluded.active, operator_weekly_cohorts.active), buyers = excluded.buyers`.execute(tx)
}
