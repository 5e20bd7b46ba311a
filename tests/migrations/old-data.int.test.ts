import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { getChats } from '#contract/chat/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { asSuperuser } from '#tests/support/site/database.ts'
import { startTestApp } from '#tests/support/site/app.ts'

/*
 * Sites of earlier versions with data, as SQL of their time. Migrating them in one step, and in two as an
 * operator does who installs a version in between, leaves the same schema and the same rows.
 */

const server = join(import.meta.dirname, '..', '..', 'server')
const names = (await readdir(join(server, 'migrations'))).toSorted()
const LAST = names.at(-1)?.slice(0, 4) ?? ''

let folder: string
const created: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(inject('testFolder'), 'migrations-'))
})
afterEach(async () => {
  for (const name of created.splice(0)) await asSuperuser(`drop database ${name} with (force)`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Migrates as the program of that level does. Before 0125 the migrations wrote the functions themselves; of
 * 0125 there is a copy of its files, as later ones may not fit its tables.
 */
async function migrateTo(connectionString: string, level: string) {
  const files = await mkdtemp(join(folder, `${level}-`))
  await mkdir(join(files, 'migrations'), { recursive: true })
  await mkdir(join(files, 'functions'), { recursive: true })
  for (const name of names.filter((file) => file.slice(0, 4) <= level))
    await cp(join(server, 'migrations', name), join(files, 'migrations', name))
  const ofLevel = { '0125': join(import.meta.dirname, 'functions-of-0125'), [LAST]: join(server, 'functions') }
  const functions = ofLevel[level]
  if (functions) await cp(functions, join(files, 'functions'), { recursive: true })
  await migrate({ connectionString, folder: files })
}

/** A site that was started at migration 0013, and has since stored what members did. */
async function oldSite(level: '0013' | '0059') {
  const name = `old_site_${randomBytes(6).toString('hex')}`
  await asSuperuser(`create database ${name} template template0 owner rendezvous`)
  created.push(name)
  const connectionString = inject('testPostgres').connectionString.replace('/rendezvous?', `/${name}?`)
  for (const step of ['0013', '0059'].filter((each) => each <= level)) {
    await migrateTo(connectionString, step)
    const sql = await readFile(join(import.meta.dirname, `site-of-${step}.sql`), 'utf8')
    await using(connectionString, (pool) => pool.query(sql))
  }
  return connectionString
}

async function using<Result>(connectionString: string, work: (pool: pg.Pool) => Promise<Result>) {
  const { pool, close } = openDatabase({ connectionString, maxConnections: 1 })
  try {
    return await work(pool)
  } finally {
    await close()
  }
}

/** What migrations choose at random. */
const RANDOM = new Set(['sessions.id', 'stored_methods.id', 'orders.stored_method_id'])

/** Every row of every table. Instants at which the migration itself ran, or later ones, are `new`. */
async function rowsOf(pool: pg.Pool, since: Date) {
  function plain(column: string, value: unknown) {
    if (RANDOM.has(column)) return value === null ? null : 'random'
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && new Date(value) >= since ? 'new' : value
  }
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'function_files') order by 1`,
  )
  const content: Record<string, unknown[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    )
    content[name] = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(`${name}.${column}`, value)])),
    )
  }
  return content
}

/** Columns, constraints, indexes, functions and triggers. */
async function schemaOf(pool: pg.Pool) {
  const { rows } = await pool.query(`
    select 'column' as kind, table_name || '.' || column_name as name,
      concat_ws(' ', data_type, udt_name, is_nullable, column_default, is_identity, generation_expression) as definition
    from information_schema.columns where table_schema = 'public'
    union all
    select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'table', relname, array_to_string(reloptions, ', ')
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 1, 2, 3`)
  return rows
}

/** Migrates an old site, and returns what it then has. */
async function migrateBy(steps: readonly string[], level: '0013' | '0059') {
  const connectionString = await oldSite(level)
  const since = new Date(Date.now() - 60_000)
  for (const step of steps) await migrateTo(connectionString, step)
  return using(connectionString, async (pool) => ({
    connectionString,
    schema: await schemaOf(pool),
    rows: await rowsOf(pool, since),
  }))
}

describe.each([
  { level: '0013', between: '0125' },
  { level: '0059', between: '0088' },
] as const)('a site of migration $level', ({ level, between }) => {
  test('has the same schema and rows after one step as after two', async () => {
    const [one, two] = await Promise.all([migrateBy([LAST], level), migrateBy([between, LAST], level)])
    expect(one.rows).toMatchObject({ users: { length: 64 }, messages: { length: 45 }, credit_ledger: { length: 21 } })
    expect(two.schema).toEqual(one.schema)
    expect(two.rows).toEqual(one.rows)
    if (level === '0059') await expectToWork(one.connectionString)
  })
})

/** Sessions, credits and messages of that time are there, and everything adds up. */
async function expectToWork(connectionString: string) {
  const site = await startTestApp({ connectionString, environment: { LOG_LEVEL: 'silent' } })
  try {
    expect(await auditMoney(site.context.db)).toEqual([])
    expect(await auditChat(site.context.db)).toEqual([])
    const anna = { cookie: `session=${'session-of-anna'.padEnd(43, '-')}` }
    expect((await site.call(getUser, {}, anna)).reply).toMatchObject({ user: { credits: 4800 } })
    expect((await site.call(getChats, { query: {} }, anna)).reply?.totals).toMatchObject({ unread_messages: 10 })
    const ben = await site.call(getMember, { params: { profileId: 'bcdfghjkmnvvv2' } }, anna)
    expect(ben).toMatchObject({ status: 200, reply: { member: { name: 'Name 2' } } })
  } finally {
    await site.close()
  }
}
