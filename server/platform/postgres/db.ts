import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import type { DefinedEvent, Events, Pending } from '#server/platform/events.ts'
import type { Db, Queryable, Tx } from './tx.ts'

export type { Db, Queryable, Tx } from './tx.ts'

// Ids are below 2^53 (see ids.ts); a bigger bigint would be a bug and is refused rather than rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
})
// A date of birth has no time zone: keep the text `2001-02-03`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Ours end after a few rows: compiling or spreading one over workers costs more than running it. */
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
  pool.on('connect', sendNames)
  // A connection that dies (the database restarts, the net is cut) is thrown away by the pool and whoever asks next
  // gets a new one or an error. Without a listener Node would end the process for it, idle or in the middle of work.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Columns only: what is inside a `jsonb` keeps the names it was stored with.
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
 * Gives one of the hottest statements a name, so that each connection parses it once and PostgreSQL keeps its plan.
 * Columns come back in camelCase, as from the query builder. For everything else use the builder.
 */
export function prepared<Row>(name: string, text: string) {
  if (statementNames.has(text) || [...statementNames.values()].includes(name))
    throw new Error(`prepared twice: ${name}`)
  statementNames.set(text, name)
  let keys: string[] | undefined
  return async (db: Queryable, values: unknown[]): Promise<Row[]> => {
    const pool = pools.get(db)
    // A transaction has a connection of its own, which only Kysely knows.
    if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    const { rows, fields } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' })
    keys ??= fields.map((field) => camelCase(field.name))
    return toObjects<Row>(keys, rows)
  }
}

function camelCase(column: string) {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Its own loop, because this is where the time of the hottest reads goes. */
function toObjects<Row>(keys: string[], rows: unknown[][]) {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let column = 0; column < keys.length; column += 1) row[keys[column] ?? ''] = values[column]
    // The caller says what its statement returns.
    return row as Row
  })
}

/** Kysely hands over text and values only; the name is added on the way to PostgreSQL. */
function sendNames(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }
  client.query = named as typeof client.query
}

const pendingEvents = new WeakMap<object, Pending>()

/** Runs in one transaction; emitted events go to their after-commit listeners once it has committed. */
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
 * Says within a transaction what happened. Listeners that belong to the same fact (`events.within`) run now, in it;
 * the others (`events.after`) once it has committed, and not at all if it is rolled back.
 */
export async function emit<Payload>(tx: Tx, event: DefinedEvent<Payload>, payload: Payload) {
  const pending = pendingEvents.get(tx)
  if (!pending) throw new Error('emit outside of a transaction made by transactions()')
  pending.queue.push({ event, payload })
  await pending.events.runWithin(tx, event, payload)
}

/** Whether a statement was undone because a unique key has this value already. */
export function isUniqueViolation(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '23505'
}
