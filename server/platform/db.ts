import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import type { DefinedEvent, Events, Pending } from './events.ts'
import type { Db, Tx } from './tx.ts'

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

/** Opens a pool on a PostgreSQL connection string (a URL or a socket folder spelled as a URL). */
export function openDatabase({ connectionString, maxConnections = 10 }: { connectionString: string; maxConnections?: number }): Database {
  const pool = new pg.Pool({ connectionString, max: maxConnections, application_name: 'rendezvous' })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { db, pool, close: () => db.destroy() }
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
