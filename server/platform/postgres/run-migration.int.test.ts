/**
 * What a migration does to the requests of a running site. Nothing here measures time: a statement that has
 * to wait for the migration would wait for ever, because the test holds the migration back.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { migrate } from './migrate.ts'

const ROWS = 5000

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions'))
  await write('0001-pets.sql', 'create table pets (id int primary key, name text not null, fed int not null default 0)')
  await run()
  await database.pool.query(
    `insert into pets (id, name) select n, repeat('x', 100) || n from generate_series(1, ${ROWS}) n`,
  )
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function run({ onWait = () => {}, maxWaitMs = 600_000 }: Parameters<typeof migrate>[0]['patience'] = {}) {
  return migrate({ connectionString: database.connectionString, folder, patience: { onWait, maxWaitMs } })
}

function write(name: string, sql: string) {
  return writeFile(join(folder, 'migrations', name), sql)
}

async function readFirst<Row extends object>(sql: string) {
  const { rows } = await database.pool.query<Row>(sql)
  return rows[0]
}

/** Opens a transaction on a connection of its own; `end` commits it. */
async function openTransaction(sql: string) {
  const client = await database.pool.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  await client.query(sql)
  return {
    end: async () => {
      await client.query('commit')
      client.release(true)
    },
  }
}

/** Changes rows all over the table, one after the other, as requests do. */
async function writeAllOver() {
  for (let id = 1; id <= ROWS; id += ROWS / 20) {
    await database.pool.query('update pets set fed = fed + 1 where id = $1', [id])
  }
}

test('requests go on while a migration waits for the lock of a table that a long transaction reads', async () => {
  await write('0002-age.sql', 'alter table pets add column age int')
  const reader = await openTransaction('select count(*) from pets')
  const onWait = vi.fn<(name: string) => void>()
  const migration = run({ onWait })
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('0002-age'))
  // Behind a statement that waits for the table, these would wait until the reader has ended.
  await writeAllOver()
  expect(await readFirst('select count(*)::int as n from migrations')).toEqual({ n: 1 })
  await reader.end()
  expect(await migration).toEqual(['0002-age'])
  expect(await readFirst('select age, fed from pets where id = 1')).toEqual({ age: null, fed: 1 })
})

test('a migration that never gets its lock stops the start with a sentence, and changes nothing', async () => {
  await write('0002-age.sql', 'alter table pets add column age int')
  const reader = await openTransaction('select count(*) from pets')
  await expect(run({ maxWaitMs: 0 })).rejects.toThrow('Migration 0002-age needs a lock')
  await reader.end()
  expect(await readFirst('select count(*)::int as n from migrations')).toEqual({ n: 1 })
  expect(await run()).toEqual(['0002-age'])
})

test('functions wait for the lock of a table in the same way', async () => {
  await writeFile(
    join(folder, 'functions', 'pets.sql'),
    `create or replace function feed() returns trigger language plpgsql as $$ begin return new; end $$;
    create or replace trigger feed before update on pets for each row execute function feed();`,
  )
  const writer = await openTransaction('update pets set fed = 0 where id = 1')
  const onWait = vi.fn<(name: string) => void>()
  const migration = run({ onWait })
  await vi.waitFor(() => expect(onWait).toHaveBeenCalled())
  await database.pool.query('update pets set fed = 7 where id = 2')
  await writer.end()
  expect(await migration).toEqual(['pets'])
})

test('rows are written while an index is built, and two nodes that start at once build it once', async () => {
  await write(
    '0002-names.sql',
    `-- Finds pets by name; with a semicolon here.
-- runs: statement by statement
drop index concurrently if exists pets_by_name;
create index concurrently pets_by_name on pets (name);
`,
  )
  // The index is complete only after this transaction has ended.
  const writer = await openTransaction('update pets set fed = 1 where id = 2')
  const migrations = Promise.all([run(), run()])
  await vi.waitFor(async () =>
    expect(await readFirst(`select indisvalid from pg_index where indexrelid = to_regclass('pets_by_name')`)).toEqual({
      indisvalid: false,
    }),
  )
  await writeAllOver()
  await writer.end()
  expect((await migrations).flat()).toEqual(['0002-names'])
  expect(await readFirst(`select indisvalid from pg_index where indexrelid = 'pets_by_name'::regclass`)).toEqual({
    indisvalid: true,
  })
})

test('an index whose building was interrupted is built again', async () => {
  await database.pool.query(`update pets set name = 'Rex' where id < 3`)
  await expect(
    database.pool.query('create unique index concurrently pets_by_name on pets (name)'),
  ).rejects.toMatchObject({ code: '23505' })
  await write(
    '0002-names.sql',
    `-- runs: statement by statement
drop index concurrently if exists pets_by_name;
create index concurrently pets_by_name on pets (name);`,
  )
  expect(await run()).toEqual(['0002-names'])
  expect(
    await readFirst(`select indisvalid, indisunique from pg_index where indexrelid = 'pets_by_name'::regclass`),
  ).toEqual({ indisvalid: true, indisunique: false })
})

const BATCHES = `-- The loudness of each pet.
-- runs: in batches of pets
update pets set loudness = length(name) where ctid >= $1 and ctid < $2 and loudness is null`

test('batches are committed one by one: while one waits for a row, the others are done and can be written', async () => {
  await write('0002-loudness.sql', 'alter table pets add column loudness int')
  await run()
  await write('0003-loudness-of-all.sql', BATCHES)
  // In the last block, so the last batch has to wait.
  const writer = await openTransaction(`update pets set fed = 1 where id = ${ROWS}`)
  const onWait = vi.fn<(name: string) => void>()
  const migration = run({ onWait })
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledWith('0003-loudness-of-all'))
  expect(await readFirst('select loudness from pets where id = 1')).toEqual({ loudness: 101 })
  await writeAllOver()
  await writer.end()
  expect(await migration).toEqual(['0003-loudness-of-all'])
  expect(await readFirst('select count(*)::int as n from pets where loudness is distinct from length(name)')).toEqual({
    n: 0,
  })
  expect(await readFirst(`select fed from pets where id = ${ROWS}`)).toEqual({ fed: 1 })
})

test('batches that were interrupted go on with the rows that are left, and write none again', async () => {
  await write('0002-loudness.sql', 'alter table pets add column loudness int, add column writes int not null default 0')
  await run()
  const counting = BATCHES.replace('set loudness', 'set writes = writes + 1, loudness')
  await write('0003-loudness-of-all.sql', counting)
  const writer = await openTransaction(`update pets set fed = 1 where id = ${ROWS}`)
  await expect(run({ maxWaitMs: 0 })).rejects.toThrow('Migration 0003-loudness-of-all needs a lock')
  await writer.end()
  expect(await readFirst('select writes from pets where id = 1')).toEqual({ writes: 1 })
  expect(await readFirst(`select writes from pets where id = ${ROWS}`)).toEqual({ writes: 0 })
  expect(await run()).toEqual(['0003-loudness-of-all'])
  expect(await readFirst('select min(writes)::int as least, max(writes)::int as most from pets')).toEqual({
    least: 1,
    most: 1,
  })
})

test('a migration under writes from several connections loses none of them', async () => {
  const rows = IS_FULL ? 1_000_000 : ROWS
  for (let from = ROWS; from < rows; from += 50_000) {
    await database.pool.query(
      `insert into pets (id, name) select n, repeat('x', 100) || n from generate_series($1::int + 1, $2::int) n`,
      [from, Math.min(rows, from + 50_000)],
    )
  }
  await write('0002-loudness.sql', 'alter table pets add column loudness int')
  await write('0003-loudness-of-all.sql', BATCHES)
  await write(
    '0004-index.sql',
    `-- runs: statement by statement
drop index concurrently if exists pets_by_loudness;
create index concurrently pets_by_loudness on pets (loudness);`,
  )
  const migrated = new AbortController()
  const rounds = [1, 2, 3, 4].map(async () => {
    let count = 0
    for (; !migrated.signal.aborted || count === 0; count += 1) await writeAllOver()
    return count
  })
  const longestWait = watchWaits(migrated.signal)
  expect(await run()).toEqual(['0002-loudness', '0003-loudness-of-all', '0004-index'])
  migrated.abort()
  const written = (await Promise.all(rounds)).reduce((sum, count) => sum + count * 20, 0)
  expect(await readFirst('select sum(fed)::int as fed, count(loudness)::int as rated from pets')).toEqual({
    fed: written,
    rated: rows,
  })
  // A busy machine can stop the process that holds the lock: the time is asserted in full size only.
  expect(await longestWait).toBeLessThan(IS_FULL ? 100 : Number.POSITIVE_INFINITY)
})

/** Returns the longest time, in milliseconds, for which a write was seen to wait for the migration. */
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
        where b.application_name = 'rendezvous migrations'
      )`,
    )
    longestMs = Math.max(longestMs, row?.ms ?? 0)
  }
  return longestMs
}
