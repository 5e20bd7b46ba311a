import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BuilderSql, statementsIn } from '#tests/support/statements/builder-sql.ts'
import { crossings } from '#tests/support/statements/crossings.ts'
import { distributions, type Distribution } from '#tests/support/statements/shard-tables.ts'
import { placesOf, type Place } from '#tests/support/statements/shards-of.ts'
import { statementsOfServer } from '#tests/support/statements/source-statements.ts'
import { syntaxOf } from '#tests/support/statements/syntax.ts'

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sql'))

test('docs/shards.md has every table and every stored statement; `npx vitest -u` updates it', async () => {
  const tables = Map.groupBy(distributions, ([, distribution]) => nameOf(distribution))
  const statements = await Promise.all(
    files.map(async (file) => {
      const places = await placesOf(readFileSync(join(import.meta.dirname, file), 'utf8'))
      return `| ${file.slice(0, -'.sql'.length)} | ${verdictOf(places)} | ${[...new Set(places.map(describePlace))].join('; ')} |`
    }),
  )
  const page = [
    '# Shards of tables and statements',
    '',
    'Written by `tests/statements/sharding.test.ts`; what it means is in [sharding.md](sharding.md).',
    '',
    '| distributed by | tables |',
    '|---|---|',
    ...[...tables].map(
      ([name, entries]) =>
        `| ${name} | ${entries
          .map(([table]) => table)
          .toSorted()
          .join(', ')} |`,
    ),
    '',
    '| statement | shards | tables of each |',
    '|---|---|---|',
    ...statements,
    '',
    'All other statements of the server name the only shard that they need, but these:',
    '',
    '| why not | statements, by file of `server/` |',
    '|---|---|',
    ...crossings.map(
      ({ why, statements: byFile }) => `| ${why} | ${Object.entries(byFile).map(describeFile).join('; ')} |`,
    ),
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/shards.md')
})

function describeFile([file, names]: [string, string[]]) {
  return `\`${file}\`: ${names.join(', ')}`
}

test('every statement in the code of the server names its shard, or is in tests/support/statements/crossings.ts', async () => {
  const crossing = new Set<string>()
  let read = 0
  for (const { file, name, sql } of await statementsOfServer()) {
    const verdict = sql === null ? 'unread' : verdictOf(await placesOf(sql))
    if (verdict === 'several' || verdict === 'unread') crossing.add(`${file} ${name}`)
    read += 1
  }
  expect(read).toBeGreaterThan(700)
  const listed = crossings.flatMap(({ statements }) =>
    Object.entries(statements).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
  )
  expect([...crossing].toSorted()).toEqual(listed.toSorted())
})

test.each<[string, string | null]>([
  ["db.selectFrom('users as u').where('u.siteId', '=', 1)", 'select 1 from users as u where u.site_id = $1'],
  [
    "db.selectFrom('likes').innerJoin('users', 'users.id', 'likes.otherId').where('likes.userId', '=', id)",
    'select 1 from likes, users where users.id = likes.other_id and likes.user_id = $1',
  ],
  [
    "db.selectFrom('likes').leftJoin('users', (join) => join.onRef('users.id', '=', 'likes.otherId').on('users.id', '=', id))",
    'select 1 from likes, users where users.id = likes.other_id and users.id = $1',
  ],
  [
    "db.updateTable('users').set({ a }).where('id', '=', id).where('id', 'in', ids)",
    'update users set x = 1 where id = $1',
  ],
  [
    "db.deleteFrom('likes').where((eb) => eb.and({ userId, otherId }))",
    'delete from likes where user_id = $1 and other_id = $2',
  ],
  ["db.selectFrom('likes').where((eb) => eb.and([eb('userId', '=', id)]))", 'select 1 from likes where user_id = $1'],
  ["db.selectFrom('likes').where((eb) => eb.or([eb('userId', '=', id)]))", 'select 1 from likes'],
  [
    "db.selectFrom('users').where((eb) => eb.exists(eb.selectFrom('likes').where('userId', '=', id)))",
    'select 1 from users where exists (select 1 from likes where user_id = $1)',
  ],
  [
    "db.selectFrom('users').where('id', '=', db.selectFrom('likes').select('userId'))",
    'select 1 from users where id = null and exists (select 1 from likes)',
  ],
  ["db.insertInto('likes').values({ userId: id, otherId })", 'select 1 from likes where user_id = $1'],
  ["db.insertInto('sites').values(rows)", 'select 1 from sites'],
  [
    "db.with('own', (qc) => qc.selectFrom('likes').where('userId', '=', id)).selectFrom('own')",
    'with own as (select 1 from likes where user_id = $1) select 1 from own',
  ],
  ['db.selectFrom(table)', null],
])('%s is read as SQL', (code, sql) => {
  const [statement] = statementsIn(syntaxOf(code, 'example.ts'))
  expect(statement && new BuilderSql(code).write(statement)).toBe(sql)
})

function nameOf(distribution: Distribution) {
  if (distribution === 'reference') return 'nothing: a copy on every node'
  if (distribution === 'local') return 'nothing: on the coordinator'
  return `${distribution.group}: ${distribution.column}`
}

function verdictOf(places: Place[]) {
  if (places.length === 0) return 'none'
  return places.length === 1 && places[0]?.isRouted ? 'one' : 'several'
}

function describePlace({ group, tables, isRouted }: Place) {
  return `${isRouted ? `one ${group}` : `many ${group}s`}: ${tables.join(', ')}`
}

test.each<[string, Place[]]>([
  ['select 1', []],
  ['select name from sites', []],
  ['select balance from account_balances where user_id = $1', [one('account_balances')]],
  ['select balance from account_balances b where b.user_id = $1::bigint', [one('account_balances')]],
  ['select balance from account_balances', [many('account_balances')]],
  ['select balance from account_balances where user_id = any ($1)', [many('account_balances')]],
  ['select 1 from users u join profiles p on p.user_id = u.id where u.id = $1', [one('users', 'profiles')]],
  ['select 1 from users u join profiles p on p.user_id = u.id', [many('users', 'profiles')]],
  ['select 1 from users u join likes l on l.other_id = u.id where l.user_id = $1', [many('users'), one('likes')]],
  ['select exists (select 1 from likes l where l.user_id = u.id) from users u where u.id = 1', [one('users', 'likes')]],
  ['select 1 from users u where u.id = $1 or u.site_id = 1', [many('users')]],
  ['select 1 from users u where not (u.id = $1)', [many('users')]],
  ['select u.id = $1 from users u', [many('users')]],
  ['select 1 from users u where u.site_id = 1 or exists (select 1 from sites s where u.id = $1)', [many('users')]],
  ['with likes as (select 1 as user_id) select 1 from likes', []],
  ['update users set site_id = 1 where id = $1', [one('users')]],
  ['delete from likes l using users u where u.id = l.user_id and u.id = $1', [one('users', 'likes')]],
  ['select 1 from messages m where m.conversation_id = $1', [{ ...one('messages'), group: 'conversation' }]],
  [
    'select 1 from messages m join users u on u.id = m.conversation_id where u.id = $1',
    [{ ...one('messages'), group: 'conversation' }, one('users')],
  ],
  // The same alias in two subqueries is two tables.
  [
    'select (select 1 from likes l where l.user_id = $1), (select 1 from photos l where l.user_id = $2)',
    [one('likes'), one('photos')],
  ],
])('%s', async (sql, places) => {
  expect(await placesOf(sql)).toEqual(places)
})

function one(...tables: string[]): Place {
  return { group: 'member', tables, isRouted: true }
}

function many(...tables: string[]): Place {
  return { ...one(...tables), isRouted: false }
}

test('a table without a line is an error', async () => {
  await expect(placesOf('select 1 from pets')).rejects.toThrow('pets has no line')
})
