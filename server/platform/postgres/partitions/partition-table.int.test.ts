/** Partitioning of a table that is in use. Nothing here measures time, except in full size. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS_LOCK_KEY } from '../migration-files.ts'
import { partitionedTables, type PartitionedTable } from './partition-keys.ts'
import { partitionedTable, partitionTable } from './partition-table.ts'

const CONVERSATIONS = 400
/** Ten million rows in full size. */
const FULL_TIMEOUT_MS = 2 * HOUR
/** A few batches. */
const ROWS = 20 * CONVERSATIONS

let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase()
  await addMessages({ from: 1, to: 20 })
})
afterEach(() => database.close())

async function addMessages({
  from,
  to,
  conversations = CONVERSATIONS,
}: {
  from: number
  to: number
  conversations?: number
}) {
  await runLong(
    `insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
    select conversation, seq, conversation + seq % 2, 'text', 'Hello ' || seq, gen_random_uuid(), now()
    from generate_series(${from}, ${to}) seq, generate_series(1, ${conversations}) conversation`,
  )
}

/** Without the limits of requests, which ten million rows exceed. */
async function runLong<Row extends object>(statement: string) {
  const { rows } = await database.runLong((db) => sql.raw<Row>(statement).execute(db))
  return rows[0]
}

interface Run {
  table?: PartitionedTable
  onWait?: (name: string) => void
  maxWaitMs?: number
  /** Interrupts the copy after so many batches. */
  batches?: number
}

async function run({ table = 'messages', onWait = () => {}, maxWaitMs = 600_000, batches = Infinity }: Run = {}) {
  const interruption = new AbortController()
  let count = 0
  return partitionTable({
    connectionString: database.connectionString,
    table,
    patience: { onWait, maxWaitMs },
    signal: interruption.signal,
    onProgress: () => {
      count += 1
      if (count >= batches) interruption.abort(new Error('interrupted'))
    },
  })
}

async function readFirst<Row extends object>(statement: string) {
  const { rows } = await database.pool.query<Row>(statement)
  return rows[0]
}

const readAll = async (statement = 'select * from messages order by conversation_id, seq') =>
  (await database.pool.query<object>(statement)).rows

/** Opens a transaction on a connection of its own; `end` commits it. */
async function openTransaction(statement: string) {
  const client = await database.pool.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query(`begin; ${statement}`)
  return {
    end: async () => {
      await client.query('commit')
      client.release(true)
    },
  }
}

/** All that statements and migrations can name or rely on. */
const readShape = (table: string) =>
  readFirst(
    `select
      (select jsonb_agg(jsonb_build_array(
          attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
        ) order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = t and attnum > 0 and not attisdropped) as columns,
      (select jsonb_agg(jsonb_build_array(conname, convalidated, pg_get_constraintdef(oid)) order by conname)
        from pg_constraint where conrelid = t) as constraints,
      (select jsonb_agg(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') order by indexrelid::regclass::text)
        from pg_index where indrelid = t) as indexes,
      (select jsonb_agg(pg_get_triggerdef(oid)) from pg_trigger where tgrelid = t) as triggers,
      (select jsonb_agg(conname) from pg_constraint where confrelid = t) as references
    from (select '${table}'::regclass as t) named`,
  )

test.each(partitionedTables)('a partitioned %s has the columns, keys, indexes and names of before', async (table) => {
  const before = await readShape(table)
  await run({ table })
  expect(await readShape(table)).toEqual(before)
  expect(await readAll(`select relkind as kind from pg_class where oid = '${table}'::regclass`)).toEqual([
    { kind: 'p' },
  ])
  // Nothing is left of the copy, and the application's own schema has no other tables than before.
  expect(await readAll(`select nspname as name from pg_namespace where nspname like 'partition%'`)).toEqual([
    { name: 'partitions' },
  ])
  expect(
    await readAll(`select relname from pg_class where relnamespace = 'public'::regnamespace and relispartition`),
  ).toEqual([])
})

test('all rows are there, in several partitions, and a second call changes nothing', async () => {
  const before = await readAll()
  expect(await run()).toBe(ROWS)
  expect(await run()).toBeNull()
  expect(await readAll()).toEqual(before)
  const used = await readAll('select distinct tableoid from messages')
  expect(used).toHaveLength(8)
})

test('what is written after an interruption is in the copy, and what was copied is not copied again', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  const stopped = await readFirst<{ next: number }>('select next_block as next from partitioning.progress')
  expect(stopped?.next).toBeGreaterThan(0)
  // The first row is copied, the last one is not.
  await database.pool.query(`update messages set body = 'New' where (conversation_id, seq) in ((1, 1), (1, 20))`)
  await database.pool.query(`delete from messages where (conversation_id, seq) in ((2, 1), (2, 20))`)
  await database.pool.query(`update messages set seq = 21 where (conversation_id, seq) in ((3, 1), (4, 20))`)
  await addMessages({ from: 22, to: 22 })
  const before = await readAll()
  expect(await run()).toBe(ROWS - 2 + CONVERSATIONS)
  expect(await readAll()).toEqual(before)
})

test('a copy that differs does not replace the table', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  await database.pool.query('update partitions.messages set price = 1 where conversation_id = 1 and seq = 1')
  await expect(run()).rejects.toThrow('The copy of messages differs from it')
  expect(await readFirst('select price from messages where conversation_id = 1 and seq = 1')).toEqual({ price: 0 })
})

test('a table that was rewritten since is copied from its first block', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  await database.pool.query('delete from messages where conversation_id > 20')
  await database.pool.query('vacuum full messages')
  expect(await run()).toBe(20 * 20)
})

test.each([
  ['before the copy', 'update messages set price = 1 where conversation_id = 1', { read: 1, found: ROWS + 800 }],
  ['before the exchange', 'select count(*) from messages', { read: 0, found: ROWS }],
])('%s, requests go on while it waits for a long transaction', async (_, statement, { read, found }) => {
  const long = await openTransaction(statement)
  const onWait = vi.fn<(name: string) => void>()
  const partitioning = run({ onWait })
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('of messages to partitions'))
  // Behind a statement that waits for the table, these would wait until the transaction has ended.
  await addMessages({ from: 21, to: 22 })
  await database.pool.query('select from messages limit 1')
  await long.end()
  expect(await partitioning).toBe(found)
  expect(await readFirst('select count(*)::int as n, max(price) as price from messages')).toEqual({
    n: ROWS + 800,
    price: read,
  })
})

test('a row that is being deleted delays its batch, and is not copied', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  const writer = await openTransaction('delete from messages where seq = 20')
  await expect(run({ maxWaitMs: 0 })).rejects.toThrow('needs a lock')
  await writer.end()
  expect(await run()).toBe(ROWS - CONVERSATIONS)
})

test('a transaction that began before the copy never reads the partitioned table', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  const reader = await openTransaction('set transaction isolation level repeatable read; select from sites')
  await expect(run({ maxWaitMs: 0 })).rejects.toThrow('A transaction is open that began before the copy')
  await reader.end()
  expect(await run()).toBe(ROWS)
})

test('one at a time: of one table, of two, and beside migrations', async () => {
  await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
  await expect(run({ table: 'credit_ledger' })).rejects.toThrow('messages is being partitioned: finish that first')
  const holder = await openTransaction(`select pg_advisory_xact_lock(7203421191)`)
  await expect(run()).rejects.toThrow('A table is being partitioned already')
  await holder.end()
  expect(await run()).toBe(ROWS)
  const migrating = await openTransaction(`select pg_advisory_xact_lock(${MIGRATIONS_LOCK_KEY})`)
  await expect(run({ table: 'credit_ledger' })).rejects.toThrow('Migrations run')
  await migrating.end()
  expect(await run({ table: 'credit_ledger' })).toBe(0)
})

test('a table that the copy could not replace is left alone', async () => {
  await database.pool.query('alter table messages enable row level security')
  await expect(run()).rejects.toThrow('messages has a trigger, option, owner, permission or reference')
  await database.pool.query('alter table messages disable row level security')
  expect(await run()).toBe(ROWS)
})

describe('migrations', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    await mkdir(join(folder, 'migrations'))
    await mkdir(join(folder, 'functions'))
    await database.pool.query('truncate migrations, function_files')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function migrateBy(migration: string) {
    await writeFile(join(folder, 'migrations', '0001-change.sql'), migration)
    return migrate({ connectionString: database.connectionString, folder })
  }

  test('one that comes while a table is copied discards the copy, whose trigger would know the old columns', async () => {
    await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
    expect(await migrateBy('alter table messages drop column answer')).toEqual(['0001-change'])
    await addMessages({ from: 21, to: 21 })
    expect(await run()).toBe(ROWS + CONVERSATIONS)
    expect(await readFirst("select to_jsonb(m) ? 'answer' as has from messages m limit 1")).toEqual({ has: false })
  })

  test('the copy that is discarded meanwhile ends with a sentence', async () => {
    await expect(run({ batches: 1 })).rejects.toThrow('interrupted')
    // An older snapshot, for whose end the copy waits without a lock.
    const reader = await openTransaction('set transaction isolation level repeatable read; select from sites')
    const copy = Promise.allSettled([run()])
    await vi.waitFor(async () =>
      expect(
        await readAll(
          `select from pg_stat_activity where application_name = 'rendezvous partitions'
            and datname = current_database() and query like '%backend_xmin%'`,
        ),
      ).toHaveLength(1),
    )
    expect(await migrateBy('alter table messages add column mood text')).toEqual(['0001-change'])
    await reader.end()
    expect(await copy).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ message: expect.stringContaining('has discarded') }) },
    ])
    expect(await run()).toBe(ROWS)
  })
})

/** Each writer knows what it wrote, so that a lost change is noticed. */
async function writeUntil(end: AbortSignal, writer: number) {
  let round = 0
  for (; !end.aborted || round === 0; round += 1) {
    const conversation = 1 + ((writer + 4 * round) % CONVERSATIONS)
    await database.pool.query('update messages set price = price + 1 where conversation_id = $1 and seq > 10', [
      conversation,
    ])
    await database.pool.query(
      `insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
      values ($1, $2, 1, 'text', '', gen_random_uuid(), now())`,
      [1_000_000 + writer, round],
    )
  }
  return round
}

/** Returns the longest time, in milliseconds, for which a request was seen to wait for the copy. */
async function watchWaits(end: AbortSignal) {
  let longestMs = 0
  while (!end.aborted) {
    const row = await readFirst<{ ms: number | null }>(
      `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms
      from pg_locks l
      join pg_stat_activity a using (pid)
      where not l.granted and a.application_name = 'rendezvous' and exists (
        select from unnest(pg_blocking_pids(l.pid)) blocker
        join pg_stat_activity b on b.pid = blocker
        where b.application_name = 'rendezvous partitions'
      )`,
    )
    longestMs = Math.max(longestMs, row?.ms ?? 0)
  }
  return longestMs
}

test(
  'under writes from several connections no change is lost, and none waits for long',
  async () => {
    const conversations = IS_FULL ? 500_000 : CONVERSATIONS
    const last = IS_FULL ? 40 : 20
    for (let seq = 21; seq <= last; seq += 1) await addMessages({ from: seq, to: seq, conversations })
    const partitioned = new AbortController()
    const writers = [1, 2, 3, 4].map((writer) => writeUntil(partitioned.signal, writer))
    const longestWait = watchWaits(partitioned.signal)
    await run()
    partitioned.abort()
    const rounds = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
    const after = await runLong<{ n: number; price: number }>(
      'select count(*)::int as n, sum(price)::int as price from messages where seq <= 40 or conversation_id > 999999',
    )
    expect(after?.n).toBe(ROWS + (IS_FULL ? 20 * conversations : 0) + rounds)
    expect(after?.price).toBe(rounds * (IS_FULL ? 30 : 10))
    // A busy machine can stop the process that holds the lock: the time is asserted in full size only.
    expect(await longestWait).toBeLessThan(IS_FULL ? 100 : Number.POSITIVE_INFINITY)
  },
  FULL_TIMEOUT_MS,
)

test('a name that is none is answered with the names', () => {
  expect(() => partitionedTable('users')).toThrow('npm run partition -- messages|credit_ledger')
  expect(() => partitionedTable(undefined)).toThrow('Usage')
})
