import { sql, type RawBuilder } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { SECOND } from '#contract/time.ts'
import type { Context } from './context.ts'
import { transactions, type Db } from './postgres/db.ts'
import type { Tx } from './postgres/tx.ts'

/** Longest run of one statement of a check, so that a check never burdens the database for longer. */
const STATEMENT_TIMEOUT_MS = 60 * SECOND

/** Rows that `repairBatch` compares. */
const BATCH = 2000

export interface CheckResult {
  /** Differences between two things that must be equal. */
  found: number
  repaired: number
}

/** One batch of a check. Returns the key where the next batch begins, or null after the last one. */
type Batch = (tx: Tx, after: number) => Promise<CheckResult & { next: number | null }>

/**
 * Runs the batches of a check, each in a transaction with a statement timeout of its own, on a connection
 * that may take longer than those of requests. Sums up the results.
 */
export async function runBatches(
  { database, events }: Pick<Context, 'database' | 'events'>,
  { signal, batch }: { signal: AbortSignal; batch: Batch },
): Promise<CheckResult> {
  return database.runLong(async (db) => {
    const transaction = transactions({ db, events })
    const result = { found: 0, repaired: 0 }
    let after: number | null = 0
    while (after !== null) {
      signal.throwIfAborted()
      const from: number = after
      const { found, repaired, next } = await transaction(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(tx)
        return batch(tx, from)
      })
      result.found += found
      result.repaired += repaired
      after = next
    }
    return result
  })
}

interface Repair {
  /** Its rows are compared in the order of their ids. */
  table: string
  after: number
  /** The queries that follow `batch`, the ids of these rows; `repaired` has a row for each correction. */
  queries: RawBuilder<unknown>
}

/** Compares one batch of rows, and corrects what differs, in one statement. */
export async function repairBatch(tx: Tx, { table, after, queries }: Repair) {
  const { rows } = await sql<{ repaired: number; next: number | null }>`
    with batch as materialized (
      select id from ${sql.raw(table)} where id > ${after} order by id limit ${BATCH}
    ),
    ${queries}
    select
      (select count(*) from repaired) as repaired,
      (select max(id) from batch having count(*) = ${BATCH}) as next`.execute(tx)
  const { repaired = 0, next = null } = rows[0] ?? {}
  return { found: repaired, repaired, next }
}

/** Runs a check, and reports its result under a name. */
export async function runCheck(
  context: Context,
  { name, ...check }: { name: string; signal: AbortSignal; batch: Batch },
) {
  await reportCheck(context, { name, ...(await runBatches(context, check)) })
}

/**
 * Logs the result of a check once, without personal data, and stores it for the metrics. A difference that
 * was not repaired is an error.
 */
export async function reportCheck(
  { db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>,
  { name, found, repaired }: CheckResult & { name: string },
) {
  const fields = { check: name, found, repaired }
  if (found > repaired) log.error(fields, 'nightly check found differences that it does not repair')
  else if (found > 0) log.warn(fields, 'nightly check found and repaired differences')
  else log.debug(fields, 'nightly check found no differences')
  const result = { found, repaired, finishedAt: clock.now() }
  await db
    .insertInto('checks')
    .values({ name, ...result })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(result))
    .execute()
}

/** Measures the latest result of each check, read from the database: another process may have run it. */
export function measureChecks(registry: Registry, { db }: { db: Db }) {
  const differences = new Gauge({
    name: 'check_differences',
    help: 'Differences of the latest nightly check: `found`, and those of them that were `repaired`.',
    labelNames: ['check', 'state'],
    registers: [],
    // From the database: the same in every process.
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const { name, found, repaired } of await resultsOf(db)) {
        this.set({ check: name, state: 'found' }, found)
        this.set({ check: name, state: 'repaired' }, repaired)
      }
    },
  })
  const finished = new Gauge({
    name: 'check_finished_timestamp_seconds',
    help: 'When the latest nightly check finished.',
    labelNames: ['check'],
    registers: [],
    // From the database: the same in every process.
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const { name, finishedAt } of await resultsOf(db)) this.set({ check: name }, finishedAt.getTime() / SECOND)
    },
  })
  registry.registerMetric(differences)
  registry.registerMetric(finished)
}

/** Without the database the other metrics are still reported. */
function resultsOf(db: Db) {
  return db
    .selectFrom('checks')
    .select(['name', 'found', 'repaired', 'finishedAt'])
    .execute()
    .catch(() => [])
}
