/** `create index concurrently` and `drop index concurrently`, which PostgreSQL has for partitions only. */
import type pg from 'pg'
import { inBriefTransaction, type Patience } from '../brief-transaction.ts'

const CREATE =
  /^create (?<unique>unique )?index concurrently (?<index>[a-z_\d]+)\s+on (?<table>[a-z_\d]+)(?<rest>[\s\S]+)$/i
const DROP = /^drop index concurrently if exists (?<index>[a-z_\d]+)$/i

interface Run {
  name: string
  patience: Partial<Patience>
}

/** Runs the statement if it is about an index of a partitioned table. Returns whether it is. */
export async function runOnPartitions(client: pg.Client, statement: string, run: Run) {
  const created = CREATE.exec(statement)?.groups
  if (created && (await isPartitioned(client, created['table']))) {
    await createIndex(client, { index: '', table: '', rest: '', unique: '', ...created }, run)
    return true
  }
  const dropped = DROP.exec(statement)?.groups?.['index']
  if (dropped === undefined || !(await isPartitioned(client, dropped))) return false
  await inBriefTransaction(client, run, () => client.query(`drop index ${dropped}`))
  return true
}

/**
 * Builds the index of each partition while requests go on, then makes them one index. Those that an
 * interruption left are built again: they are no part of an index yet.
 */
async function createIndex(
  client: pg.Client,
  { index, table, rest, unique = '' }: { index: string; table: string; rest: string; unique: string | undefined },
  run: Run,
) {
  const { rows } = await client.query<{ partition: string; own: string }>(
    `select format('%I.%I', n.nspname, c.relname) as partition,
      format('%I.%I', n.nspname, left(c.relname || '_' || $2, 63)) as own
    from pg_partition_tree($1::regclass) tree
    join pg_class c on c.oid = tree.relid
    join pg_namespace n on n.oid = c.relnamespace
    where tree.isleaf
    order by partition`,
    [table, index],
  )
  for (const { partition, own } of rows) {
    await client.query(`drop index concurrently if exists ${own}`)
    await client.query(`create ${unique}index concurrently ${own.split('.').at(-1)} on ${partition}${rest}`)
  }
  await inBriefTransaction(client, run, async () => {
    await client.query(`create ${unique}index ${index} on only ${table}${rest}`)
    for (const { own } of rows) await client.query(`alter index ${index} attach partition ${own}`)
  })
}

/** A table or an index. */
async function isPartitioned(client: pg.Client, name: string | undefined) {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = to_regclass($1)',
    [name],
  )
  return rows[0]?.kind === 'p' || rows[0]?.kind === 'I'
}
