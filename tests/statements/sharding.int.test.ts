import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/site/database.ts'
import { distributions } from '#tests/support/statements/shard-tables.ts'

test('docs/sharding.md lists the keys that do not contain the column by which their table is distributed', async () => {
  const database = await testDatabase()
  const { rows } = await database.pool.query<{ table: string; key: string; columns: string[] }>(`
    select c.relname as table, k.relname as key, array_agg(a.attname::text) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class k on k.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisunique and c.relnamespace = 'public'::regnamespace
    group by 1, 2
    order by 1, 2
  `)
  await database.close()
  const crossing = rows.filter(({ table, columns }) => {
    const distribution = distributions.get(table)
    return typeof distribution === 'object' && !columns.includes(distribution.column)
  })
  const page = await readFile('docs/sharding.md', 'utf8')
  const listed = /<!-- keys -->\n\n([\s\S]*?)\n\n<!-- end of keys -->/.exec(page)?.[1]?.split(/,\s+/)
  expect(listed).toEqual(crossing.map(({ key }) => key))
})

test('every table of the database has a line in tests/support/statements/shard-tables.ts, and no other', async () => {
  const database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  await database.close()
  expect([...distributions.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
