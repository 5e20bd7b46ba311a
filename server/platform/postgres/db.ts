import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import type { DefinedEvent, Events, Pending } from '#server/platform/events.ts'
import { isRepeatable, toDatabaseFault } from './faults.ts'
import { LONG_STATEMENT_TIMEOUT_MS, openPool, type PoolOptions } from './pool.ts'
import type { Db, Queryable, Tx } from './tx.ts'

export type { Db, Queryable, Tx } from './tx.ts'

// Ids are below 2^53 (see ids.ts); a greater bigint is a bug, so it throws instead of being rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
})
// A date of birth has no time zone, so it stays the text `2001-02-03`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface Database {
  db: Db
  /** Sessions of the server itself, for what a connection pooler cannot do: LISTEN and session locks. */
  pool: pg.Pool
  /** Runs maintenance that may take minutes, on a connection of its own. */
  runLong<Result>(run: (db: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

interface DatabaseOptions {
  connectionString: string
  /** Of the same database through a PgBouncer in transaction mode, for all that `db` runs. */
  pooledConnectionString?: string | undefined
  maxConnections?: number
}

/** Opens the database of a connection string (a URL, or a socket folder spelled as a URL). */
export function openDatabase({
  connectionString,
  pooledConnectionString,
  maxConnections = 10,
}: DatabaseOptions): Database {
  const direct = open({ connectionString, maxConnections })
  const pooled = pooledConnectionString
    ? open({ connectionString: pooledConnectionString, maxConnections, isPooled: true })
    : null
  return {
    db: pooled?.db ?? direct.db,
    pool: direct.pool,
    async runLong(run) {
      const long = open({ connectionString, maxConnections: 1, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
      try {
        return await run(long.db)
      } finally {
        await long.close()
      }
    },
    async close() {
      await pooled?.close()
      await direct.close()
    },
  }
}

function open(options: PoolOptions) {
  const pool = openPool(options)
  const hasNames = !options.isPooled
  if (hasNames) pool.on('connect', addStatementNames)
  // Renames columns only: the keys inside a `jsonb` stay as they were stored.
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins })
  pools.set(db, { pool, hasNames })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely does not close a pool that it has never used.
      if (!pool.ended) await pool.end()
    },
  }
}

const statementNames = new Map<string, string>()
/** A transaction through a pooler may be on a connection that has not parsed a named statement. */
const pools = new WeakMap<Queryable, { pool: pg.Pool; hasNames: boolean }>()

/**
 * Defines a named statement, which each connection parses once and whose plan PostgreSQL caches. Columns are
 * in camelCase, as from the query builder. Only for the most frequent statements. An array is written as
 * `unnest((select $1::bigint[]))`: otherwise the planner counts its items, and plans every execution for
 * their number. Held by `tests/statements/plans.int.test.ts`.
 */
export function prepared<Row>(name: string, text: string) {
  if (statementNames.has(text) || [...statementNames.values()].includes(name))
    throw new Error(`prepared twice: ${name}`)
  statementNames.set(text, name)
  let keys: string[] | undefined
  return async (db: Queryable, values: unknown[]): Promise<Row[]> => {
    const entry = pools.get(db)
    // A transaction has its own connection, which only Kysely can access.
    if (!entry) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    const { pool, hasNames } = entry
    const query = { text, values, rowMode: 'array' as const, ...(hasNames && { name }) }
    const { rows, fields } = await repeatOnce(() => queryPool(pool, query))
    keys ??= fields.map((field) => camelCase(field.name))
    return toObjects<Row>(keys, rows)
  }
}

/** A connection lost during the query reaches its callback without passing the pool's wrapped functions. */
async function queryPool(pool: pg.Pool, query: pg.QueryArrayConfig) {
  try {
    return await pool.query<unknown[]>(query)
  } catch (error) {
    throw toDatabaseFault(error)
  }
}

/** Bound of the pause before a repetition. */
const REPEAT_PAUSE_MS = 50

/**
 * Runs the work a second time if a deadlock or a concurrent change undid the first attempt. The random pause
 * separates two transactions that PostgreSQL has both undone, which would block each other again at once.
 */
async function repeatOnce<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (!isRepeatable(error)) throw error
    await sleep(randomInt(REPEAT_PAUSE_MS))
    return work()
  }
}

function camelCase(column: string) {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A plain loop, because the most frequent reads spend their time here. */
function toObjects<Row>(keys: string[], rows: unknown[][]) {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let column = 0; column < keys.length; column += 1) row[keys[column] ?? ''] = values[column]
    // The caller of `prepared` declares what its statement returns.
    return row as Row
  })
}

/** Adds the names of prepared statements to a client's queries: Kysely passes only text and values. */
function addStatementNames(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }
  client.query = named as typeof client.query
}

const pendingEvents = new WeakMap<object, Pending>()

/**
 * Runs a function in a transaction, and delivers emitted events to their after-commit listeners once it has
 * committed. The function runs a second time after a deadlock, so it may do nothing but use the database.
 * @throws DatabaseUnavailable
 */
export type RunTransaction = <Result>(run: (tx: Tx) => Promise<Result>) => Promise<Result>

export function transactions({ db, events }: { db: Db; events: Events }): RunTransaction {
  return async (run) => {
    const { result, pending } = await repeatOnce(() => runInTransaction({ db, events }, run))
    events.deliver(pending.queue)
    return result
  }
}

async function runInTransaction<Result>({ db, events }: { db: Db; events: Events }, run: (tx: Tx) => Promise<Result>) {
  const pending: Pending = { events, queue: [] }
  const result = await db.transaction().execute((transaction) => {
    const tx = transaction as Tx
    pendingEvents.set(tx, pending)
    return run(tx)
  })
  return { result, pending }
}

/**
 * Emits an event in a transaction. Listeners of `events.within` run now, in the same transaction; those of
 * `events.after` run once it has committed, and not at all if it is rolled back.
 */
export async function emit<Payload>(tx: Tx, event: DefinedEvent<Payload>, payload: Payload) {
  const pending = pendingEvents.get(tx)
  if (!pending) throw new Error('emit outside of a transaction started by transactions()')
  pending.queue.push({ event, payload })
  await pending.events.runWithin(tx, event, payload)
}

/** Whether a statement failed because its value already exists in a unique key. */
export function isUniqueViolation(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Whether a statement failed because a row it names was deleted meanwhile: an erased member, a photo. */
export function isForeignKeyViolation(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '23503'
}

/**
 * Whether a statement failed because a value that it computed exists in a unique key already, is null where a
 * column must have one, or names a row that was deleted meanwhile.
 */
export function isConstraintViolation(error: unknown) {
  return error instanceof pg.DatabaseError && ['23502', '23503', '23505'].includes(error.code ?? '')
}

/** Whether a statement failed because of the check with this name. */
export function isCheckViolation(error: unknown, constraint: string) {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === constraint
}
