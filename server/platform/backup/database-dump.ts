import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { bytesOf, type Entry } from './archive.ts'

/** The application's tables, and the queue of its jobs. */
const SCHEMAS = ['public', 'graphile_worker']

export interface Table {
  /** Quoted, with its schema. */
  name: string
  /** Quoted. */
  columns: string[]
}

/** Opens a connection whose texts do not depend on the settings of the server, without limits of time. */
export async function openPlainConnection(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'rendezvous backup' })
  // A connection that is closed during a copy reports it once more, besides the error of the statement.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
    set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set synchronize_seqscans = off`)
  return client
}

export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      array(
        select format('%I', a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
    order by name`,
    [SCHEMAS],
  )
  return rows
}

export interface Sequence {
  name: string
  /** Null: never used. */
  last: string | null
}

export async function findSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname = any($1) order by name`,
    [SCHEMAS],
  )
  return rows
}

export async function appliedMigrations(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** Rows of a table as lines, in the order in which they are stored. The copy begins when they are read. */
export async function* readTable(client: pg.Client, { name, columns }: Table): AsyncGenerator<Buffer> {
  yield* client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
}

/**
 * Yields all tables as they were at one moment, while others write. `onSnapshot` is called at that moment.
 */
export async function* dumpDatabase(
  { connectionString, files }: { connectionString: string; files: number },
  { onSnapshot }: { onSnapshot: (takenAt: Date) => void },
): AsyncGenerator<Entry> {
  const client = await openPlainConnection(connectionString)
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    const takenAt = rows[0]?.now ?? new Date()
    const migrations = await appliedMigrations(client)
    onSnapshot(takenAt)
    const about = { kind: 'about', takenAt: takenAt.toISOString(), migrations, files } as const
    yield { header: about, body: bytesOf(Buffer.alloc(0)) }
    for (const table of await findTables(client))
      yield { header: { kind: 'table', ...table }, body: readTable(client, table) }
    // Their values are not part of the snapshot but later ones, which does no harm: they only grow.
    const sequences = Buffer.from(JSON.stringify(await findSequences(client)))
    yield { header: { kind: 'sequences' }, body: bytesOf(sequences) }
    await client.query('commit')
  } finally {
    await client.end()
  }
}
