import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/platform/start-error.ts'
import { countBlocks, FIRST_BATCH_BLOCKS, nextSize } from '../block-batches.ts'
import { inBriefTransaction, type Patience } from '../brief-transaction.ts'
import type { PartitionedTable } from './partition-keys.ts'
import { columnsOf, nameOf } from './twin.ts'

const POLL_MS = 500
/** A few ms. On a busy machine any batch takes longer, and one of a few rows would not be faster. */
const SMALLEST_BATCH_BLOCKS = 4

/**
 * Copies the rows that were there when the trigger was created, in ranges of blocks, each in a transaction
 * with the number of the next block: an interrupted copy goes on there. The locks on the rows prevent that
 * one is copied after its deletion; they do not conflict with updates.
 */
export async function copyRows(
  client: pg.Client,
  { table, patience, onBlock }: { table: PartitionedTable; patience: Partial<Patience>; onBlock: OnBlock },
) {
  const { all } = await columnsOf(client, table)
  const columns = all.join(', ')
  await beginAgainIfRewritten(client, table)
  const end = await countBlocks(client, `public.${table}`)
  let size = FIRST_BATCH_BLOCKS
  for (let from = await nextBlock(client); from < end;) {
    const to = Math.min(end, from + size)
    const tookMs = await inBriefTransaction(client, { name: nameOf(table), patience }, async () => {
      const startedAt = performance.now()
      await client.query(
        `insert into partitions.${table} (${columns})
        select ${columns} from public.${table} where ctid >= $1 and ctid < $2
        for key share
        on conflict do nothing`,
        [`(${from},0)`, `(${to},0)`],
      )
      await client.query('update partitioning.progress set next_block = $1', [to])
      return performance.now() - startedAt
    })
    from = to
    size = Math.max(SMALLEST_BATCH_BLOCKS, nextSize(size, tookMs))
    onBlock(to, end)
  }
}

type OnBlock = (done: number, total: number) => void

async function nextBlock(client: pg.Client) {
  const { rows } = await client.query<{ next: number }>('select next_block as next from partitioning.progress')
  return rows[0]?.next ?? 0
}

/** `vacuum full` and others move rows to other blocks. */
async function beginAgainIfRewritten(client: pg.Client, table: PartitionedTable) {
  await client.query(
    `update partitioning.progress set filenode = pg_relation_filenode($1::regclass), next_block = 0
    where filenode <> pg_relation_filenode($1::regclass)`,
    [`public.${table}`],
  )
}

/**
 * Compares all rows of both tables, in one snapshot. Returns their number.
 * @throws StartError when they differ
 */
export async function compareRows(client: pg.Client, table: PartitionedTable) {
  const digest = (schema: string) =>
    `(select count(*) as n, sum(hash_record_extended(t, 0)) as digest from ${schema}.${table} t)`
  const { rows } = await client.query<{ n: string; isEqual: boolean }>(
    `select own.n::text as n, own.n = copy.n and own.digest is not distinct from copy.digest as "isEqual"
    from ${digest('public')} own, ${digest('partitions')} copy`,
  )
  if (!rows[0]?.isEqual) throw new StartError(`The copy of ${table} differs from it. Nothing has been replaced.`)
  return Number(rows[0].n)
}

/**
 * Waits until no transaction reads with a snapshot of before now: in the partitioned table it would not see
 * the rows that have been copied since.
 */
export async function waitForOlderSnapshots(client: pg.Client, { maxWaitMs }: { maxWaitMs: number }) {
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  for (const startedAt = performance.now(); ; await sleep(POLL_MS)) {
    const { rows: older } = await client.query(
      `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and age(backend_xmin) >= age($1::xid8::xid)
      limit 1`,
      [rows[0]?.xid],
    )
    if (older.length === 0) return
    if (performance.now() - startedAt > maxWaitMs)
      throw new StartError('A transaction is open that began before the copy. Start again after its end.')
  }
}
