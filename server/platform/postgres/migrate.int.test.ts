import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions'))
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function run(patience?: Parameters<typeof migrate>[0]['patience']) {
  return migrate({ connectionString: database.connectionString, folder, ...(patience && { patience }) })
}

function write(name: string, sql: string) {
  return writeFile(join(folder, 'migrations', name), sql)
}

function writeFunctions(name: string, sql: string) {
  return writeFile(join(folder, 'functions', name), sql)
}

/** Returns the definitions of the functions and triggers in force, by name. */
async function readDefinitions() {
  const { rows } = await database.pool.query<{ name: string; definition: string }>(`
    select 'function ' || proname as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1
  `)
  return rows
}

test('files are applied once, in the order of their numbers', async () => {
  await write('0002-fill.sql', "insert into pets values ('cat')")
  await write('0001-pets.sql', 'create table pets (name text)')
  expect(await run()).toEqual(['0001-pets', '0002-fill'])
  expect(await run()).toEqual([])
  await write('0003-more.sql', "insert into pets values ('dog')")
  expect(await run()).toEqual(['0003-more'])
  const { rows } = await database.pool.query('select name from pets')
  expect(rows).toEqual([{ name: 'cat' }, { name: 'dog' }])
})

test('of several concurrent starts one migrates', async () => {
  await write('0001-slow.sql', 'create table pets (name text); select pg_sleep(0.2)')
  const results = await Promise.all([run(), run(), run()])
  expect(results.flat()).toEqual(['0001-slow'])
})

test('a migration that fails is rolled back, and earlier ones stay applied', async () => {
  await write('0001-pets.sql', 'create table pets (name text)')
  await write('0002-broken.sql', 'create table owners (name text); select no_such_column')
  await expect(run()).rejects.toThrow('migration 0002-broken failed')
  const { rows } = await database.pool.query("select to_regclass('pets') as pets, to_regclass('owners') as owners")
  expect(rows).toEqual([{ pets: 'pets', owners: null }])
  await write('0002-broken.sql', 'create table owners (name text)')
  expect(await run()).toEqual(['0002-broken'])
})

test('a file that was changed after it had been applied is rejected', async () => {
  await write('0001-pets.sql', 'create table pets (name text)')
  await run()
  await write('0001-pets.sql', 'create table pets (name text, age int)')
  await expect(run()).rejects.toThrow('Migration 0001-pets has been changed')
})

test('other line endings do not count as a change', async () => {
  await write('0001-pets.sql', 'create table pets (\n  name text\n)\n')
  await run()
  await write('0001-pets.sql', 'create table pets (\r\n  name text\r\n)\r\n')
  expect(await run()).toEqual([])
})

describe('a program that is older than the database', () => {
  /** What the older program has: its files are those of `folder` without the later ones. */
  async function forget(...names: string[]) {
    for (const name of names) await rm(join(folder, 'migrations', `${name}.sql`))
  }

  beforeEach(async () => {
    await write('0001-pets.sql', 'create table pets (name text, kind text)')
    await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'miaow'")
    await run()
  })

  test('starts beside a later version that only added, applies nothing, and says so', async () => {
    await write('0002-toys.sql', 'create table toys (name text)')
    await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'woof'")
    await run()
    const later = await readDefinitions()

    await forget('0002-toys')
    await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'miaow'")
    const newer: string[][] = []
    const onNewer = (names: string[]) => void newer.push(names)
    expect(await migrate({ connectionString: database.connectionString, folder, onNewer })).toEqual([])
    expect(newer).toEqual([['0002-toys']])
    expect(await readDefinitions()).toEqual(later)
  })

  test('starts after a later version has removed what it does not read any more, and not before', async () => {
    await write('0002-toys.sql', 'create table toys (name text)')
    await write('0003-kinds.sql', '-- unread since 0002-toys\nalter table pets drop column kind')
    await run()
    await forget('0003-kinds')
    expect(await run()).toEqual([])
    await forget('0002-toys')
    await expect(run()).rejects.toThrow('Start a version that has migration 0002-toys.')
  })

  test('is rejected when it has migrations of its own, as that of another branch', async () => {
    await write('0002-toys.sql', 'create table toys (name text)')
    await run()
    await forget('0002-toys')
    await write('0003-owners.sql', 'create table owners (name text)')
    await expect(run()).rejects.toThrow('it has migration 0002-toys, which this program lacks, and lacks 0003-owners')
  })

  test('of a time before this was recorded has nothing to record', async () => {
    await database.pool.query('alter table migrations drop column unread_since')
    expect(await run()).toEqual([])
  })
})

test.each(['pets.sql', '1-pets.sql', '0001-Pets.sql'])('%s is rejected as the name of a migration', async (name) => {
  await write(name, 'select 1')
  await expect(run()).rejects.toThrow('a migration is named like')
})

test('a number cannot be used twice', async () => {
  await write('0001-pets.sql', 'select 1')
  await write('0001-toys.sql', 'select 1')
  await expect(run()).rejects.toThrow('each number is used once')
})

test.each(['runs: in parts', 'runs: in batches of', 'runs:'])("'-- %s' is rejected as a way to run", async (line) => {
  await write('0001-pets.sql', `-- Why.\n-- ${line}\nselect 1`)
  await expect(run()).rejects.toThrow('statement by statement')
})

test('functions are applied after the migrations, and again when their file has changed', async () => {
  await write('0001-pets.sql', 'create table pets (name text)')
  await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'miaow'")
  await writeFunctions('toys.sql', 'create or replace function toys() returns int return 1')
  expect(await run()).toEqual(['0001-pets', 'pets', 'toys'])
  expect(await run()).toEqual([])
  await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'woof'")
  expect(await run()).toEqual(['pets'])
  const { rows } = await database.pool.query("select sound(row('Rex')) as sound")
  expect(rows).toEqual([{ sound: 'woof' }])
  expect(await run()).toEqual([])
})

test('functions that fail are rolled back together, and the migrations stay applied', async () => {
  await write('0001-pets.sql', 'create table pets (name text)')
  await writeFunctions('pets.sql', "create or replace function sound(p pets) returns text return 'miaow'")
  await writeFunctions('toys.sql', 'create or replace function toys() returns int return no_such_column')
  await expect(run()).rejects.toThrow('functions of toys failed')
  expect(await readDefinitions()).toEqual([])
  await writeFunctions('toys.sql', 'create or replace function toys() returns int return 1')
  expect(await run()).toEqual(['pets', 'toys'])
})

test('a database from before has the functions of a fresh one after the upgrade', async () => {
  const server = fileURLToPath(new URL('../../', import.meta.url))
  const connectionString = database.connectionString
  await migrate({ connectionString, folder: server })
  const fresh = await readDefinitions()

  // As the migrations left it, before the files of the functions existed.
  await database.pool.query('drop schema public cascade; create schema public')
  await cp(join(server, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await run()
  await database.pool.query(
    'create or replace function search_visible(u users, p profiles) returns boolean language sql as $$ select true $$',
  )
  await migrate({ connectionString, folder: server })
  expect(await readDefinitions()).toEqual(fresh)

  const files = await Promise.all(
    (await readdir(join(server, 'functions'))).map((name) => readFile(join(server, 'functions', name), 'utf8')),
  )
  const names = [...files.join('').matchAll(/^create or replace (function \w+|trigger \w+)/gm)].map(([, name]) => name)
  expect(new Set(fresh.map(({ name }) => name))).toEqual(new Set(names))
})
