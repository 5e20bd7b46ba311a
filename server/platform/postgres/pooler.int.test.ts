import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { openDatabase, prepared, type Database } from './db.ts'
import { warnAboutPooler } from './pooler.ts'

const log = pino({ level: 'silent' })
const add = prepared<{ sum: number }>('test.pooler', 'select $1::int + 1 as sum')
let database: TestDatabase
/** Without a pooler, and so without the settings that it would make. */
let pooled: Database

beforeAll(async () => {
  database = await testDatabase()
  const { connectionString } = database
  pooled = openDatabase({ connectionString, pooledConnectionString: connectionString, maxConnections: 1 })
})
afterAll(async () => {
  await pooled.close()
  await database.close()
})

test('statements through a pooler are not named, in and outside of transactions', async () => {
  expect(await add(pooled.db, [1])).toEqual([{ sum: 2 }])
  expect(await pooled.db.transaction().execute((tx) => add(tx, [2]))).toEqual([{ sum: 3 }])
  const { rows } = await sql`select name from pg_prepared_statements where name = 'test.pooler'`.execute(pooled.db)
  expect(rows).toEqual([])
})

test('a pooler that sets no time limit is warned about at the start', async () => {
  const warn = vi.spyOn(log, 'warn')
  await warnAboutPooler(pooled, { config: { databasePoolUrl: 'postgresql://pooler/db' }, log })
  expect(warn).toHaveBeenCalledOnce()
  await warnAboutPooler(database, { config: { databasePoolUrl: 'postgresql://pooler/db' }, log })
  await warnAboutPooler(pooled, { config: { databasePoolUrl: undefined }, log })
  expect(warn).toHaveBeenCalledOnce()
})
