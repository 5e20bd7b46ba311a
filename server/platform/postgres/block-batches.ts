import type pg from 'pg'

/** A batch holds the locks of its rows until its commit: its size follows the time that the last one took. */
const BATCH_MS = 40
export const FIRST_BATCH_BLOCKS = 16
const LARGEST_BATCH_BLOCKS = 4096

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
