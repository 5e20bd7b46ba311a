/** Migrations of a table that an operator has partitioned: the files are the same. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { migrate } from '../migrate.ts'

const ROWS = 5000

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions'))
  await database.pool.query(`
    truncate migrations, function_files;
    create schema partitions;
    create table pets (owner int, id int, name text not null, loudness int, primary key (owner, id)) partition by hash (owner);
    create table partitions.pets_0 partition of pets for values with (modulus 2, remainder 0);
    create table partitions.pets_1 partition of pets for values with (modulus 2, remainder 1);
    insert into pets select n % 100, n, repeat('x', 100) || n from generate_series(1, ${ROWS}) n`)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function migrateBy(name: string, sql: string) {
  await writeFile(join(folder, 'migrations', `${name}.sql`), sql)
  return migrate({ connectionString: database.connectionString, folder })
}

const readIndexes = async () =>
  (
    await database.pool.query<{ index: string; isValid: boolean; isUnique: boolean }>(
      `select indexrelid::regclass::text as index, indisvalid as "isValid", indisunique as "isUnique"
      from pg_index where indexrelid::regclass::text like '%pets%name%' order by 1`,
    )
  ).rows

const INDEX = `-- runs: statement by statement
drop index concurrently if exists pets_by_name;
create index concurrently pets_by_name on pets (name, owner)
  where loudness is null;
`
const built = ['partitions.pets_0_pets_by_name', 'partitions.pets_1_pets_by_name', 'pets_by_name'].map((index) => ({
  index,
  isValid: true,
  isUnique: false,
}))

test('an index is built partition by partition, while rows are written, and replaced by another one', async () => {
  // The index is complete only after this transaction has ended.
  const writer = await database.pool.connect()
  await writer.query('set idle_in_transaction_session_timeout = 0')
  await writer.query('begin; update pets set loudness = 1 where (owner, id) = (2, 2)')
  const migrated = migrateBy('0001-names', INDEX)
  await vi.waitFor(async () => expect(await readIndexes()).not.toEqual([]))
  await database.pool.query('update pets set loudness = 2 where owner = 5')
  await writer.query('commit')
  writer.release(true)
  expect(await migrated).toEqual(['0001-names'])
  expect(await readIndexes()).toEqual(built)
  const unique = INDEX.replace('create index', 'create unique index').replace('(name, owner)', '(owner, name)')
  await migrateBy('0002-names', unique)
  expect(await readIndexes()).toEqual(built.map((row) => ({ ...row, isUnique: true })))
})

test('an index of which only a part was built is built again', async () => {
  await database.pool.query('create index pets_0_pets_by_name on partitions.pets_0 (loudness)')
  await migrateBy('0001-names', INDEX)
  expect(await readIndexes()).toEqual(built)
})

test('batches fill the rows of all partitions', async () => {
  await migrateBy(
    '0001-loudness',
    `-- runs: in batches of pets
update pets set loudness = length(name) where ctid >= $1 and ctid < $2 and loudness is null`,
  )
  const { rows } = await database.pool.query(
    'select count(*)::int as n from pets where loudness is distinct from length(name)',
  )
  expect(rows).toEqual([{ n: 0 }])
})
