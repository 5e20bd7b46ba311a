import pg from 'pg'
import { inject } from 'vitest'
import type { TestApp } from '#tests/support/site/app.ts'

/** Everything that a test site stores in its database, to return to. */
export interface Snapshot {
  /** Returns the rows of all tables and the next values of all sequences. */
  restore(): Promise<void>
  /** Every public id in the database at that time. */
  ids: ReadonlySet<string>
  close(): Promise<void>
}

export const PUBLIC_ID = /\b[2-9bcdfghjkmnp-tv-zBCDFGHJKLMNP-TV-Z]{14}\b/g

/** Copies all tables of a site. No other connection may write meanwhile, nor during `restore`. */
export async function createSnapshot({ connectionString }: Pick<TestApp, 'connectionString'>): Promise<Snapshot> {
  const name = /\/(test_\w+)\?/.exec(connectionString)?.[1] ?? ''
  const admin = inject('testPostgres').adminConnectionString
  // Only a superuser may write without triggers and foreign keys.
  const client = new pg.Client({ connectionString: admin.replace(/\/\w+(?=\?)/, `/${name}`) })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select format('%I.%I', c.table_schema, c.table_name) as name,
      string_agg(format('%I', c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'graphile_worker')
      and t.table_type = 'BASE TABLE'
      and c.is_generated = 'NEVER'
    group by 1`)
  const { rows: sequences } = await client.query<{ name: string; next: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as next
    from pg_sequences
    where schemaname in ('public', 'graphile_worker')`)
  const copies = tables.map(({ name: table, columns }, index) => ({ table, columns, copy: `copy_${index}` }))
  await client.query(copies.map(({ table, copy }) => `create temp table ${copy} as table ${table}`).join('; '))
  const { rows: texts } = await client.query<{ text: string }>(
    copies
      .map(({ copy }) => `select coalesce(string_agg(c::text, ' '), '') as text from ${copy} c`)
      .join(' union all '),
  )
  const restore = [
    'begin',
    'set local session_replication_role = replica',
    ...copies.flatMap(({ table, columns, copy }) => [
      `delete from ${table}`,
      `insert into ${table} (${columns}) overriding system value select ${columns} from ${copy}`,
    ]),
    ...sequences.map(({ name: sequence, next }) => `select setval('${sequence}', ${next ?? 1}, ${next !== null})`),
    'commit',
  ].join('; ')
  return {
    restore: async () => void (await client.query(restore)),
    ids: new Set(texts.flatMap(({ text }) => text.match(PUBLIC_ID) ?? [])),
    close: () => client.end(),
  }
}
