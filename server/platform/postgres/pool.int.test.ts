import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { SECOND } from '#contract/time.ts'
import { Events } from '#server/platform/events.ts'
import { openDatabase, prepared, transactions, type Tx } from './db.ts'
import { DatabaseUnavailable } from './faults.ts'
import { openPool } from './pool.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await sql`create table colours (id int primary key, uses int not null default 0)`.execute(database.db)
  await sql`insert into colours values (1), (2)`.execute(database.db)
})
afterAll(() => database.close())

function openSmallPool({
  statementTimeoutMs,
  connections = 1,
}: { statementTimeoutMs?: number; connections?: number } = {}) {
  const { connectionString } = database
  const limits = { maxConnections: connections, ...(statementTimeoutMs && { statementTimeoutMs }) }
  const pool = openPool({ connectionString, ...limits })
  onTestFinished(() => pool.end())
  return pool
}

/** Far above the time-out of three seconds, because the machine may be busy. */
const LIMIT_MS = 20 * SECOND

function keepBusy({ until }: { until: number }) {
  while (performance.now() < until);
}

async function durationOf(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

describe('a wait for the database ends', () => {
  test('a connection that is released twice, as the job queue does, is released once', async () => {
    const { pool } = database
    const released = Promise.withResolvers<void>()
    pool.connect((error, _client, release) => {
      release()
      release()
      if (error) released.reject(error)
      else released.resolve()
    })
    await released.promise
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('when all connections are in use', async () => {
    const pool = openSmallPool()
    const client = await pool.connect()
    const duration = await durationOf(() => expect(pool.query('select 1')).rejects.toThrow(DatabaseUnavailable))
    client.release()
    expect(duration).toBeLessThan(LIMIT_MS)
    expect((await pool.query('select 1')).rowCount).toBe(1)
  })

  test('when a statement takes too long', async () => {
    const pool = openSmallPool({ statementTimeoutMs: 100 })
    await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      code: '57014',
    })
  })

  test('when it accepts connections but does not answer', async () => {
    const server = await listen(() => {})
    const { port } = server.address() as AddressInfo
    const away = openDatabase({ connectionString: `postgresql://rendezvous@127.0.0.1:${port}/none` })
    onTestFinished(() => away.close())
    const query = sql`select 1`.execute(away.db)
    const duration = await durationOf(() => expect(query).rejects.toThrow(DatabaseUnavailable))
    expect(duration).toBeLessThan(LIMIT_MS)
  })

  test('when it stops to answer on an open connection, which is not used again', async () => {
    const pool = openSmallPool({ statementTimeoutMs: 100 })
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // The server's own time-out is off, as if the server were paused.
    await client.query('set statement_timeout = 0')
    const closed = Promise.withResolvers<void>()
    client.once('end', closed.resolve)
    await expect(client.query('select pg_sleep(60)')).rejects.toThrow(DatabaseUnavailable)
    await closed.promise
    client.release()
    const { rows: later } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(later[0]?.pid).not.toBe(rows[0]?.pid)
  })

  test('at the limit, not at twice the limit, wherever in a millisecond its statement was sent', async () => {
    const connections = 20
    const pool = openSmallPool({ statementTimeoutMs: SECOND, connections })
    const limitMs = 2 * SECOND
    const clients: pg.PoolClient[] = []
    // One after the other: at once, a busy machine would not open all of them in the time of one.
    while (clients.length < connections) clients.push(await pool.connect())
    onTestFinished(() => {
      for (const client of clients) client.release()
    })
    // The server's own time-out is off, as if the server were paused.
    await Promise.all(clients.map((client) => client.query('set statement_timeout = 0')))
    const durations = clients.map((client) => {
      keepBusy({ until: performance.now() + 0.35 })
      return durationOf(() => expect(client.query('select pg_sleep(60)')).rejects.toThrow(DatabaseUnavailable))
    })
    for (const duration of await Promise.all(durations)) expect(duration).toBeLessThan(2 * limitMs)
  })

  test('while a connection that waits for its next statement stays open', async () => {
    const pool = openSmallPool({ statementTimeoutMs: 100 })
    const client = await pool.connect()
    const pidOf = async () => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const pid = await pidOf()
    // Longer than a statement without an answer may take.
    await database.pool.query('select pg_sleep(2)')
    expect(await pidOf()).toBe(pid)
    client.release()
  })

  test('while a reply has arrived that a busy process has not read yet', async () => {
    const pool = openSmallPool({ statementTimeoutMs: 100 })
    await pool.query('select 1')
    const reply = pool.query('select 1')
    await nextTurn()
    keepBusy({ until: performance.now() + 1.5 * SECOND })
    expect((await reply).rowCount).toBe(1)
  })

  test('while a statement runs that a timer has sent in the turn in which the last one would be late', async () => {
    const pool = openSmallPool({ statementTimeoutMs: SECOND })
    const client = await pool.connect()
    onTestFinished(() => client.release())
    // The server's own time-out would end a statement that a busy machine delays.
    await client.query('set statement_timeout = 0')
    const limitMs = 2 * SECOND
    const sentAt = performance.now()
    const late = Promise.withResolvers<pg.QueryResult>()
    // Timers of one duration end in their order, and what a promise runs comes between two of them.
    setTimeout(() => void Promise.resolve().then(() => late.resolve(client.query('select 1'))), limitMs)
    setTimeout(() => keepBusy({ until: sentAt + limitMs + 100 }), limitMs - 100)
    await client.query('select 1')
    expect((await late.promise).rowCount).toBe(1)
  })

  test('when a lock is not free, and when a transaction waits for nothing', async () => {
    const { rows } = await database.pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
       order by name`,
    )
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '3000' },
      { name: 'statement_timeout', setting: '4000' },
    ])
  })
})

test('maintenance has more time for a statement', async () => {
  const { rows } = await database.runLong((db) =>
    sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db),
  )
  expect(rows).toEqual([{ limit: '30min' }])
})

describe('after a deadlock', () => {
  test('a transaction runs again, and its events are delivered once', async () => {
    const events = new Events({ log: pino({ level: 'silent' }) })
    const transaction = transactions({ db: database.db, events })
    const attempts: string[] = []
    const meet = barrier(2)
    const run = (name: string, first: number, second: number) =>
      transaction(async (tx) => {
        // On a busy machine PostgreSQL may undo both, which must not meet in the same way again.
        const isAgain = attempts.includes(name)
        attempts.push(name)
        await useColour(tx, isAgain ? 1 : first)
        // Both have their first lock before either asks for its second one.
        await meet()
        await useColour(tx, isAgain ? 2 : second)
      })
    await Promise.all([run('up', 1, 2), run('down', 2, 1)])
    // One is undone and runs again, or both.
    expect(attempts.length).toBeGreaterThan(2)
    const { rows } = await sql<{ uses: number }>`select uses from colours order by id`.execute(database.db)
    expect(rows).toEqual([{ uses: 2 }, { uses: 2 }])
  })

  test('a prepared statement runs again', async () => {
    await sql`create function fail_once() returns int language plpgsql as $$
      begin
        if nextval('failures') = 1 then raise exception using errcode = '40P01'; end if;
        return 7;
      end $$`.execute(database.db)
    await sql`create sequence failures`.execute(database.db)
    const failOnce = prepared<{ value: number }>('test_fail_once', 'select fail_once() as value')
    expect(await failOnce(database.db, [])).toEqual([{ value: 7 }])
  })
})

function useColour(tx: Tx, id: number) {
  return sql`update colours set uses = uses + 1 where id = ${id}`.execute(tx)
}

/** Returns a function that waits until it has been called `count` times, and from then on not at all. */
function barrier(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived >= count) resolve()
    await promise
  }
}

/** Listens on a free port until the end of the test. */
async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server
}
