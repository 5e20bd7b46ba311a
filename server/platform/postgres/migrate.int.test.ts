import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function run() {
  return migrate({ connectionString: database.connectionString, folder })
}

function write(name: string, sql: string) {
  return writeFile(join(folder, name), sql)
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

test('a database that is newer than the program is rejected', async () => {
  await write('0001-pets.sql', 'create table pets (name text)')
  await run()
  await rm(join(folder, '0001-pets.sql'))
  await expect(run()).rejects.toThrow('newer than this program')
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
