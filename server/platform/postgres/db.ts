import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import type { DefinedEvent, Events, Pending } from '#server/platform/events.ts'
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
  pool: pg.Pool
  close(): Promise<void>
}

/** Our statements return few rows: compiling them or running them in parallel costs more than it saves. */
const SHORT_STATEMENTS = '-c jit=off -c max_parallel_workers_per_gather=0'

/** Opens a pool on a PostgreSQL connection string (a URL or a socket folder spelled as a URL). */
export function openDatabase({
  connectionString,
  maxConnections = 10,
}: {
  connectionString: string
  maxConnections?: number
}): Database {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    application_name: 'rendezvous',
    options: SHORT_STATEMENTS,
  })
  pool.on('connect', addStatementNames)
  // The pool discards a connection that fails (the database restarts, the network is cut), and the next query gets a new
  // one or an error. Without these listeners Node would end the process, whether the connection is idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Renames columns only: the keys inside a `jsonb` stay as they were stored.
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins })
  pools.set(db, pool)
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
const pools = new WeakMap<Queryable, pg.Pool>()

/**
 * Defines a named statement, which each connection parses once and whose plan PostgreSQL caches. Columns are returned in
 * camelCase, as from the query builder. Only for the most frequent statements; for all others use the builder.
 */
export function prepared<Row>(name: string, text: string) {
  if (statementNames.has(text) || [...statementNames.values()].includes(name))
    throw new Error(`prepared twice: ${name}`)
  statementNames.set(text, name)
  let keys: string[] | undefined
  return async (db: Queryable, values: unknown[]): Promise<Row[]> => {
    const pool = pools.get(db)
    // A transaction has its own connection, which only Kysely can access.
    if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    const { rows, fields } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' })
    keys ??= fields.map((field) => camelCase(field.name))
    return toObjects<Row>(keys, rows)
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

/** Runs a function in a transaction, and delivers emitted events to their after-commit listeners once it has committed. */
export type RunTransaction = <Result>(run: (tx: Tx) => Promise<Result>) => Promise<Result>

export function transactions({ db, events }: { db: Db; events: Events }): RunTransaction {
  return async (run) => {
    const pending: Pending = { events, queue: [] }
    const result = await db.transaction().execute((transaction) => {
      const tx = transaction as Tx
      pendingEvents.set(tx, pending)
      return run(tx)
    })
    events.deliver(pending.queue)
    return result
  }
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
