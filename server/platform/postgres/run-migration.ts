/** Runs a migration without making requests wait: it waits for locks for a moment only, and tries again. */
import type pg from 'pg'
import { countBlocks, FIRST_BATCH_BLOCKS, nextSize } from './block-batches.ts'
import { inBriefTransaction, type Patience } from './brief-transaction.ts'
import { statementsOf, type RunMode } from './migration-files.ts'
import { runOnPartitions } from './partitions/partitioned-index.ts'

export interface Migration {
  name: string
  sql: string
  mode: RunMode
  /** Records that it was applied; in its transaction, where it has one. */
  record: () => Promise<unknown>
}

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
