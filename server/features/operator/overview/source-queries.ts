import { sql } from 'kysely'
import type { Cohort, SourceMoney, SourceNumbers } from '#contract/operator/overview/schemas.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface Period {
  from: string
  to: string
  /** Null: all. */
  site: number | null
  limit: number
}

/** Returns the campaigns of a time, those with most sign-ups first. */
export async function findSources(db: Queryable, { from, to, site, limit }: Period) {
  const { rows } = await sql<Omit<SourceNumbers, 'money'>>`
    select network, sub_id, sum(signups)::int as signups, sum(confirmed)::int as confirmed,
      sum(orders)::int as orders, sum(first_orders)::int as first_orders
    from operator_daily_sources
    where day between ${from}::date and ${to}::date and (${site}::int is null or site_id = ${site})
    group by network, sub_id
    order by signups desc, orders desc, network, sub_id
    limit ${limit}`.execute(db)
  return rows
}

/** Returns the revenue of campaigns. */
export async function findSourceMoney(
  db: Queryable,
  { from, to, site, sources }: Omit<Period, 'limit'> & { sources: { network: string; subId: string }[] },
) {
  const { rows } = await sql<SourceMoney & { network: string; subId: string }>`
    select network, sub_id, currency, sum(revenue_minor)::bigint as revenue_minor
    from operator_daily_source_money
    where day between ${from}::date and ${to}::date and (${site}::int is null or site_id = ${site})
      and (network, sub_id) in (
        select * from unnest(${sources.map(({ network }) => network)}::text[], ${sources.map(({ subId }) => subId)}::text[])
      )
    group by network, sub_id, currency
    order by currency`.execute(db)
  return rows
}

interface CohortRow {
  cohort: string
  week: string
  active: number | null
  buyers: number
}

/** Returns what the cohorts from a week on did in each week. */
export async function findCohorts(db: Queryable, { first, site }: { first: string; site: number | null }) {
  const { rows } = await sql<CohortRow>`
    select cohort::text as cohort, week::text as week, sum(active)::int as active, sum(buyers)::int as buyers
    from operator_weekly_cohorts
    where cohort >= ${first}::date and (${site}::int is null or site_id = ${site})
    group by cohort, week
    order by cohort, week`.execute(db)
  return rows
}

/** Returns how many signed up in each week from one on, as the days were counted. */
export async function findCohortSizes(db: Queryable, { first, site }: { first: string; site: number | null }) {
  const { rows } = await sql<Pick<Cohort, 'week' | 'members'>>`
    select date_trunc('week', day)::date::text as week, sum(signups)::int as members
    from operator_daily
    where day >= ${first}::date and (${site}::int is null or site_id = ${site})
    group by 1
    order by 1 desc`.execute(db)
  return rows
}
