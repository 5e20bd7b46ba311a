import pg from 'pg'

/** Every row of every table as text, and what sequences, keys and triggers there are. */
export async function contentOf(connectionString: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')
        and tablename not in ('migrations', 'function_files', 'node_leases')`,
    )
    const content: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      content[name] = rows.map(({ row }) => row)
    }
    const schema = await client.query(`
      select 'key', conname, pg_get_constraintdef(oid), convalidated::text from pg_constraint where contype in ('f', 'c')
      union all select 'trigger', tgname, tgrelid::regclass::text, tgenabled::text from pg_trigger where not tgisinternal
      union all select 'sequence', sequencename, last_value::text, '' from pg_sequences
      order by 1, 2, 3`)
    return { ...content, schema: schema.rows }
  } finally {
    await client.end()
  }
}
