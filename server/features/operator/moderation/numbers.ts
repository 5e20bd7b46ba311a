import { sql } from 'kysely'
import { OPERATOR_DAYS_MAX, TRANSPARENCY_DAYS_MAX } from '#contract/limits.ts'
import type { CaseKind } from '#contract/moderation/cases.ts'
import type { CaseNumbers } from '#contract/operator/moderation/number-schemas.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvReply, type CsvCell } from '#server/platform/http/csv.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { lastDays } from '../money/rules.ts'

interface Period {
  /** Days in UTC, both included. */
  from: string
  to: string
}

/** Returns how many cases came and were decided in the last days, how soon and how (OPER-30). */
export async function getCaseNumbers(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { days = '30' }: { days?: string | undefined },
): Promise<CaseNumbers> {
  const period = lastDays(clock.now(), Number(days))
  const [byDay, kinds, decisions] = await Promise.all([
    findDays(db, period),
    findKinds(db, period),
    findDecisions(db, period),
  ])
  return { days: byDay, kinds, decisions }
}

async function findDays(db: Queryable, { from, to }: Period) {
  const { rows } = await sql<CaseNumbers['days'][number]>`
    select d.day::date::text as day, coalesce(sum(n.opened), 0)::int as opened,
      coalesce(sum(n.decided), 0)::int as decided
    from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
    left join operator_daily_cases n on n.day = d.day::date
    group by d.day
    order by d.day
    limit ${OPERATOR_DAYS_MAX}`.execute(db)
  return rows
}

async function findKinds(db: Queryable, { from, to }: Period) {
  const { rows } = await sql<CaseNumbers['kinds'][number] & { kind: CaseKind }>`
    select kind, sum(opened)::int as opened, sum(decided)::int as decided,
      case when sum(decided) > 0 then (sum(seconds) / sum(decided))::int end as mean_seconds,
      case when sum(decided) > 0 then max(longest_seconds) end as longest_seconds,
      sum(within_day)::int as within_day, sum(late)::int as late
    from operator_daily_cases
    where day between ${from}::date and ${to}::date
    group by kind
    order by kind`.execute(db)
  return rows
}

async function findDecisions(db: Queryable, { from, to }: Period) {
  const { rows } = await sql<CaseNumbers['decisions'][number]>`
    select kind, source, decision, nullif(violation, '') as violation, nullif(content, '') as content,
      sum(n)::int as count
    from operator_daily_decisions
    where day between ${from}::date and ${to}::date
    group by kind, source, decision, operator_daily_decisions.violation, operator_daily_decisions.content
    order by kind, source, decision, violation nulls first, content nulls first`.execute(db)
  return rows
}

const columns = ['what', 'kind', 'source', 'decision', 'rule', 'content', 'value'] as const

/**
 * Returns the counts for a transparency report (DSA art. 15 and 24) of some days as a file: what came in,
 * what was decided by source, decision, rule and content, and the times. No personal data.
 * @throws AppError `operator.days_invalid` with `{max}`
 */
export function transparencyFile({ db }: Pick<AppContext, 'db'>, period: Period) {
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY + 1
  if (days < 1 || days > TRANSPARENCY_DAYS_MAX)
    throw new AppError('operator.days_invalid', { params: { max: TRANSPARENCY_DAYS_MAX } })
  return csvReply({ name: `transparency-${period.from}-${period.to}.csv`, columns, rows: csvRows(db, period) })
}

async function* csvRows(db: Queryable, period: Period): AsyncGenerator<CsvCell[]> {
  for (const { kind, ...row } of await findKinds(db, period)) {
    const numbers = {
      received: row.opened,
      decided: row.decided,
      mean_seconds: row.meanSeconds,
      longest_seconds: row.longestSeconds,
      within_24_hours: row.withinDay,
      late: row.late,
    }
    for (const [what, value] of Object.entries(numbers)) yield [what, kind, '', '', '', '', value]
  }
  for (const { kind, source, decision, violation, content, count } of await findDecisions(db, period))
    yield ['decision', kind, source, decision, violation ?? '', content ?? '', count]
}
