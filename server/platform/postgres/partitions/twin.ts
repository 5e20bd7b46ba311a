/**
 * The partitioned table that replaces another one. While rows are copied it is in the schema `partitions`,
 * with its partitions, which stay there. The schema `partitioning` has what is removed at the end.
 */
import type pg from 'pg'
import { StartError } from '#server/platform/start-error.ts'
import { inBriefTransaction, type Patience } from '../brief-transaction.ts'
import { MIGRATIONS_LOCK_KEY } from '../migration-files.ts'
import { partitionKeys, PARTITIONS, type PartitionedTable } from './partition-keys.ts'
import { shapeOf } from './shape.ts'

const TRIGGER = 'copy_row'

/** Of a table, quoted. */
export interface Columns {
  all: string[]
  key: string[]
}

export async function columnsOf(client: pg.Client, table: PartitionedTable): Promise<Columns> {
  const { rows } = await client.query<{ name: string; isKey: boolean }>(
    `select quote_ident(a.attname) as name, coalesce(a.attnum = any (i.indkey), false) as "isKey"
    from pg_attribute a
    left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [`public.${table}`],
  )
  return { all: rows.map(({ name }) => name), key: rows.filter(({ isKey }) => isKey).map(({ name }) => name) }
}

/**
 * Creates the table, and the trigger by which each row that is written from now on is written there, too.
 * @throws StartError when migrations run, or the table has what the other one cannot have
 */
export async function createTwin(client: pg.Client, table: PartitionedTable, patience: Partial<Patience>) {
  const columns = await columnsOf(client, table)
  await inBriefTransaction(client, { name: nameOf(table), patience }, async () => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1) as "isMine"', [
      MIGRATIONS_LOCK_KEY,
    ])
    if (!rows[0]?.isMine) throw new StartError('Migrations run: start again after them.')
    await client.query(`
      create schema if not exists partitions;
      create schema partitioning;
      create table partitioning.progress (table_name text not null, filenode oid not null, next_block int not null);
      create table partitions.${table} (like public.${table} including all) partition by hash (${partitionKeys[table]});
      ${Array.from({ length: PARTITIONS }, (_, number) => partitionSql(table, number)).join('')}`)
    await client.query(
      `insert into partitioning.progress values ($1, pg_relation_filenode('public.' || $1::text), 0)`,
      [table],
    )
    await assertSameShape(client, table)
    // Last: from here on the table is locked against writes.
    await client.query(triggerSql(table, columns))
  })
}

function partitionSql(table: PartitionedTable, number: number) {
  return `
    create table partitions.${table}_${number} partition of partitions.${table}
      for values with (modulus ${PARTITIONS}, remainder ${number});`
}

/**
 * `on conflict (key) do update` would fail now and then: where `copyRows` inserts the same row at the same
 * moment, PostgreSQL reports the conflict of another unique key of the row.
 */
function triggerSql(table: PartitionedTable, { all, key }: Columns) {
  const rowOf = (record: string, columns: string[]) => columns.map((column) => `${record}.${column}`).join(', ')
  return `
    create function partitioning.${TRIGGER}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or tg_op = 'UPDATE' and (${rowOf('old', key)}) is distinct from (${rowOf('new', key)}) then
        delete from partitions.${table} where (${key.join(', ')}) = (${rowOf('old', key)});
      end if;
      if tg_op <> 'DELETE' then
        loop
          insert into partitions.${table} (${all.join(', ')}) values (${rowOf('new', all)}) on conflict do nothing;
          exit when found;
          update partitions.${table} set (${all.join(', ')}) = row (${rowOf('new', all)})
          where (${key.join(', ')}) = (${rowOf('new', key)});
          exit when found;
        end loop;
      end if;
      return null;
    end;
    $$;
    create trigger ${TRIGGER} after insert or update or delete on public.${table}
    for each row execute function partitioning.${TRIGGER}();`
}

/** Puts the partitioned table in the place of the other one. Requests wait for this transaction. */
export async function swap(client: pg.Client, table: PartitionedTable, patience: Partial<Patience>) {
  const renamed = await renamedIndexes(client, table)
  await inBriefTransaction(client, { name: nameOf(table), patience }, async () => {
    await client.query(`lock table public.${table} in access exclusive mode`)
    await assertSameShape(client, table)
    await client.query(`
      drop function partitioning.${TRIGGER}() cascade;
      drop table partitioning.progress;
      alter table public.${table} set schema partitioning;
      alter table partitions.${table} set schema public;
      ${renamed.map(({ from, to }) => `alter index public.${from} rename to ${to};`).join('\n')}`)
  })
}

async function assertSameShape(client: pg.Client, table: PartitionedTable) {
  const [before, after] = [
    await shapeOf(client, `public.${table}`, { except: TRIGGER }),
    await shapeOf(client, `partitions.${table}`),
  ]
  if (JSON.stringify(before) === JSON.stringify(after)) return
  throw new StartError(
    `${table} has a trigger, option, owner, permission or reference that its partitioned copy has not, or was altered.`,
  )
}

/** `like` makes up names; statements and migrations know those of before. */
async function renamedIndexes(client: pg.Client, table: PartitionedTable) {
  const { rows } = await client.query<{ from: string; to: string }>(
    `with indexes as (
      select indrelid, quote_ident(relname) as name, indisprimary, indisunique,
        regexp_replace(pg_get_indexdef(indexrelid), '^.*? USING ', '') as definition
      from pg_index
      join pg_class on pg_class.oid = indexrelid
    )
    select twin.name as from, own.name as to
    from indexes own
    join indexes twin using (definition, indisprimary, indisunique)
    where own.indrelid = $1::regclass and twin.indrelid = $2::regclass and own.name <> twin.name`,
    [`public.${table}`, `partitions.${table}`],
  )
  return rows
}

/** Drops the table of before, which nothing reads any more. */
export async function dropReplaced(client: pg.Client, table: PartitionedTable, patience: Partial<Patience>) {
  await inBriefTransaction(client, { name: nameOf(table), patience }, () =>
    client.query('drop schema if exists partitioning cascade'),
  )
}

/** Returns the table that is being copied; null when none is. */
export async function tableInProgress(client: pg.Client) {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('partitioning.progress') is not null as exists`,
  )
  if (!rows[0]?.exists) return null
  const { rows: progress } = await client.query<{ table: PartitionedTable }>(
    'select table_name as table from partitioning.progress',
  )
  return progress[0]?.table ?? null
}

/** Ends a copy whose table is going to change: its trigger would insert rows as they were. */
export async function discardCopy(client: pg.Client, patience: Partial<Patience>) {
  const table = await tableInProgress(client)
  if (table === null) return
  await inBriefTransaction(client, { name: nameOf(table), patience }, () =>
    client.query(`drop schema partitioning cascade; drop table partitions.${table}`),
  )
}

/** For `inBriefTransaction`: it follows the word migration. */
export function nameOf(table: PartitionedTable) {
  return `of ${table} to partitions`
}
