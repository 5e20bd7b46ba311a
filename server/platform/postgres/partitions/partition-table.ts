import pg from 'pg'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { MAX_WAIT_MS, type Patience } from '../brief-transaction.ts'
import { compareRows, copyRows, waitForOlderSnapshots } from './copy-rows.ts'
import { partitionKeys, partitionedTables, type PartitionedTable } from './partition-keys.ts'
import { createTwin, dropReplaced, swap, tableInProgress } from './twin.ts'

/** Of the advisory lock, an arbitrary number that is the same in every version. */
const LOCK_KEY = 7_203_421_191

interface Options {
  connectionString: string
  table: PartitionedTable
  onProgress?: OnProgress
  patience?: Partial<Patience>
  /** Ends the copy; the next one goes on from there. */
  signal?: AbortSignal
}

/**
 * Divides a table into partitions while the program uses it: copies it, compares the copy, and puts it in the
 * place of the table. It can be interrupted at any moment and goes on at the next call. Returns the number of
 * rows; null for a table that is partitioned already.
 * @throws StartError when another one runs, the table cannot be copied, or a lock is not free for long
 */
export async function partitionTable({ connectionString, ...options }: Options) {
  const client = new pg.Client({ connectionString, application_name: 'rendezvous partitions' })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off; set timezone = UTC')
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [LOCK_KEY])
    if (!rows[0]?.isMine) throw new StartError('A table is being partitioned already.')
    return await run(client, options)
  } catch (error) {
    throw isDiscarded(error)
      ? new StartError('A migration has discarded the copy, because the table changes. Start again.', { cause: error })
      : error
  } finally {
    await client.end()
  }
}

async function run(
  client: pg.Client,
  { table, onProgress = () => {}, patience = {}, signal }: Omit<Options, 'connectionString'>,
) {
  if (await isPartitioned(client, table)) {
    if ((await tableInProgress(client)) === null) await dropReplaced(client, table, patience)
    return null
  }
  const started = await tableInProgress(client)
  if (started !== null && started !== table) throw new StartError(`${started} is being partitioned: finish that first.`)
  if (started === null) {
    // What an earlier run did not get to.
    await dropReplaced(client, table, patience)
    await createTwin(client, table, patience)
  }
  const step = `Copying ${table}, blocks`
  await copyRows(client, {
    table,
    patience,
    onBlock: (done, total) => {
      onProgress({ step, done, total })
      signal?.throwIfAborted()
    },
  })
  // Writes the visibility map, without which index-only scans read the table, and the statistics.
  onProgress({ step: `Vacuuming ${table}`, done: 0, total: 1 })
  await client.query(`vacuum (analyze) partitions.${table}`)
  onProgress({ step: `Comparing ${table}`, done: 0, total: 1 })
  const count = await compareRows(client, table)
  await waitForOlderSnapshots(client, { maxWaitMs: patience.maxWaitMs ?? MAX_WAIT_MS })
  await swap(client, table, patience)
  await dropReplaced(client, table, patience)
  onProgress({ step: `Comparing ${table}`, done: 1, total: 1 })
  return count
}

async function isPartitioned(client: pg.Client, table: PartitionedTable) {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::regclass',
    [`public.${table}`],
  )
  return rows[0]?.kind === 'p'
}

/** A table of the copy does not exist. */
function isDiscarded(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '42P01'
}

/** @throws StartError when the name is not that of a table that can be partitioned */
export function partitionedTable(name: string | undefined): PartitionedTable {
  const table = partitionedTables.find((known) => known === name)
  if (table === undefined) throw new StartError(`Usage: npm run partition -- ${Object.keys(partitionKeys).join('|')}`)
  return table
}
