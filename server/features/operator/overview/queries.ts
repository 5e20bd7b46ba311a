import { sql } from 'kysely'
import type { DayMoney, DayNumbers } from '#contract/operator/overview/schemas.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { Period } from './source-queries.ts'

/** Returns every day of a range, also those on which nothing happened or was counted. */
export async function findDays(db: Queryable, { from, to, site, limit }: Period) {
  const { rows } = await sql<DayNumbers>`
    select d.day::date::text as day,
      coalesce(sum(n.signups), 0)::int as signups, coalesce(sum(n.confirmed), 0)::int as confirmed,
      sum(n.active)::int as active, coalesce(sum(n.likes), 0)::int as likes,
      coalesce(sum(n.matches), 0)::int as matches, coalesce(sum(n.conversations), 0)::int as conversations,
      sum(n.answered)::int as answered, coalesce(sum(n.messages), 0)::int as messages,
      coalesce(sum(n.orders), 0)::int as orders, coalesce(sum(n.first_orders), 0)::int as first_orders
    from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
    left join operator_daily n on n.day = d.day::date and (${site}::int is null or n.site_id = ${site})
    group by d.day
    order by d.day
    limit ${limit}`.execute(db)
  return rows
}

export async function findMoney(db: Queryable, { from, to, site, limit }: Period) {
  const { rows } = await sql<DayMoney>`
    select day::text as day, currency, sum(revenue_minor)::bigint as revenue_minor,
      sum(refunded_minor)::bigint as refunded_minor, sum(charged_back_minor)::bigint as charged_back_minor
    from operator_daily_money
    where day between ${from}::date and ${to}::date and (${site}::int is null or site_id = ${site})
    group by day, currency
    order by day, currency
    limit ${limit}`.execute(db)
  return rows
}

export async function lastCount(db: Queryable) {
  const { rows } = await sql<{ at: Date | null }>`
    select max(counted_at) as at from operator_daily where day = (select max(day) from operator_daily)`.execute(db)
  return rows[0]?.at ?? null
}

/** Counts what waits for operators, and what failed. */
export async function findProblems(
  db: Queryable,
  { now, openedBefore, requestedBefore, since }: Record<'now' | 'openedBefore' | 'requestedBefore' | 'since', Date>,
) {
  const { rows } = await sql<Problems>`
    select
      (select count(*)::int from mail_addresses where bounced_at >= ${since} and bounces > 0) as bounced_addresses,
      (select count(*)::int from orders where status = 'pending' and provider_ref is not null and method <> 'sdd'
        and created_at < ${openedBefore}) as stuck_payments,
      (select count(*)::int from refunds where status = 'requested' and requested_at < ${requestedBefore})
        as stuck_refunds,
      (select count(*)::int from payment_incidents where closed_at is null) as open_incidents,
      (select count(*)::int from moderation_cases where status = 'open') as open_cases,
      (select min(opened_at) from moderation_cases where status = 'open') as oldest_case_at,
      (select min(due_at) from moderation_cases where status = 'open') as next_due_at,
      (select count(*)::int from moderation_cases where status = 'open' and due_at < ${now}) as late_cases`.execute(db)
  const [problems] = rows
  if (!problems) throw new Error('a select without a table returned no row')
  return problems
}

interface Problems {
  bouncedAddresses: number
  stuckPayments: number
  stuckRefunds: number
  openIncidents: number
  openCases: number
  oldestCaseAt: Date | null
  nextDueAt: Date | null
  lateCases: number
}

/** Counts the mails of notices that failed since a time, by kind and reason. */
export async function findFailedMails(db: Queryable, { since, limit }: { since: Date; limit: number }) {
  const { rows } = await sql<{ kind: string; reason: string | null; count: number }>`
    select kind, reason, count(*)::int as count
    from notice_mails
    where ended_at >= ${since} and state in ('failed', 'unknown')
    group by kind, reason
    order by count desc, kind, reason
    limit ${limit}`.execute(db)
  return rows
}

export function findChecks(db: Queryable, limit: number) {
  return db
    .selectFrom('checks')
    .select(['name', 'found', 'repaired', 'finishedAt'])
    .orderBy('name')
    .limit(limit)
    .execute()
}

/** Rows from which a search without an index is slow. */
const LARGE_TABLE_ROWS = 100_000

/**
 * Returns the indices that the database does not use: those that are invalid, because their creation failed,
 * and those that foreign keys of large tables lack, so that a deletion in the other table reads all of it.
 */
export async function findMissingIndexes(db: Queryable, limit: number) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace
    union
    select t.relname || ' (' || string_agg(a.attname, ', ' order by k.nth) || ')'
    from pg_constraint f
    join pg_class t on t.oid = f.conrelid and t.relnamespace = 'public'::regnamespace
    cross join unnest(f.conkey) with ordinality k (attnum, nth)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where f.contype = 'f' and t.reltuples >= ${LARGE_TABLE_ROWS}
      and not exists (
        select from pg_index i
        where i.indrelid = t.oid and i.indisvalid and (i.indkey::int2[])[0] = f.conkey[1]
      )
    group by t.relname, f.oid
    order by name
    limit ${limit}`.execute(db)
  return rows.map(({ name }) => name)
}
