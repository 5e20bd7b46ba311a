/** Runs a migration without making requests wait: it waits for locks for a moment only, and tries again. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE, SECOND } from '#contract/time.ts'
import { StartError } from '#server/platform/start-error.ts'
import { statementsOf, type RunMode } from './migration-files.ts'
import { runOnPartitions } from './partitions/partitioned-index.ts'

/** Of the advisory lock of migrations, an arbitrary number that is the same in every version. */
export const MIGRATIONS_LOCK_KEY = 7_203_421_190

/** While a statement waits for a lock on a table, all later ones of that table wait behind it. */
const LOCK_TIMEOUT_MS = 50
/** Transactions of requests end within seconds; jobs that read whole tables may take some minutes. */
export const MAX_WAIT_MS = 10 * MINUTE
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5 * SECOND
/** Longer than any statement that the check of the migrations lets through in a transaction. */
const STATEMENT_TIMEOUT_MS = 5 * MINUTE
/** A batch holds the locks of its rows until its commit: its size follows the time that the last one took. */
const BATCH_MS = 40
export const FIRST_BATCH_BLOCKS = 16
const LARGEST_BATCH_BLOCKS = 4096

export interface Migration {
  name: string
  sql: string
  mode: RunMode
  /** Records that it was applied; in its transaction, where it has one. */
  record: () => Promise<unknown>
}

/** How long it tries to get a lock. */
export interface Patience {
  maxWaitMs: number
  onWait: (name: string) => void
}

const DEFAULT_PATIENCE: Patience = { maxWaitMs: MAX_WAIT_MS, onWait: () => {} }

/** @throws StartError when other connections hold a lock that it needs for longer than `maxWaitMs` */
export async function runMigration(client: pg.Client, migration: Migration, patience: Partial<Patience> = {}) {
  const { name, mode } = migration
  if (mode.kind === 'transaction') {
    return inBriefTransaction(client, { name, patience }, async () => {
      await client.query(migration.sql)
      await migration.record()
    })
  }
  if (mode.kind === 'statements') await runStatements(client, migration, patience)
  else await runBatches(client, { ...migration, table: mode.table }, patience)
  await migration.record()
}

/**
 * Runs work in a transaction that waits for a lock for a moment only. Without the lock it tries again, with
 * growing pauses in which requests go on.
 * @throws StartError when others hold the lock for longer than `maxWaitMs`
 */
export async function inBriefTransaction<Result>(
  client: pg.Client,
  { name, patience }: { name: string; patience: Partial<Patience> },
  work: () => Promise<Result>,
) {
  const { maxWaitMs, onWait } = { ...DEFAULT_PATIENCE, ...patience }
  const startedAt = performance.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await inTransaction(client, work)
    } catch (error) {
      if (!isLockError(error)) throw error
      if (performance.now() - startedAt > maxWaitMs) {
        throw new StartError(
          `Migration ${name} needs a lock that other connections did not release in time. Nothing has been changed ` +
            'by this attempt; start again when no long transaction runs.',
          { cause: error },
        )
      }
    }
    onWait(name)
    // A part of it is random: what locks the table at intervals must not meet each attempt.
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** These statements take locks that reads and writes do not conflict with, so they may wait for them. */
async function runStatements(client: pg.Client, { name, sql }: Migration, patience: Partial<Patience>) {
  for (const statement of statementsOf(sql)) {
    if (!(await runOnPartitions(client, statement, { name, patience }))) await client.query(statement)
  }
}

/**
 * Runs the statement for ranges of blocks of the table, each in a transaction, until a pass changes no row:
 * an update by a request can move a row to a block that was passed. A crash loses the last batch only: the
 * statement leaves out the rows that are done.
 */
async function runBatches(
  client: pg.Client,
  { name, sql, table }: Migration & { table: string },
  patience: Partial<Patience>,
) {
  let blocks = FIRST_BATCH_BLOCKS
  for (let isChanged = true; isChanged;) {
    isChanged = false
    const end = await countBlocks(client, table)
    for (let from = 0; from < end;) {
      const to = from + blocks
      const startedAt = performance.now()
      const changed = await inBriefTransaction(client, { name, patience }, async () => {
        const { rowCount } = await client.query(sql, [`(${from},0)`, `(${to},0)`])
        return rowCount ?? 0
      })
      const tookMs = performance.now() - startedAt
      isChanged ||= changed > 0
      from = to
      blocks = nextSize(blocks, tookMs)
    }
  }
}

export function nextSize(blocks: number, tookMs: number) {
  if (tookMs > BATCH_MS) return Math.max(1, Math.floor(blocks / 2))
  return tookMs < BATCH_MS / 2 ? Math.min(LARGEST_BATCH_BLOCKS, blocks * 2) : blocks
}

/** Of a partitioned table those of its largest partition: a range of blocks is read in all of them. */
export async function countBlocks(client: pg.Client, table: string) {
  const { rows } = await client.query<{ blocks: number }>(
    `select (max(pg_relation_size(part)) / current_setting('block_size')::int)::int as blocks
    from (select $1::regclass as part union select relid from pg_partition_tree($1::regclass) where isleaf) parts`,
    [table],
  )
  return rows[0]?.blocks ?? 0
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>) {
  await client.query('begin')
  try {
    await client.query(
      `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    )
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The lock is held by another transaction, or both wait for each other. */
function isLockError(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}
