import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { distributions, type Distribution } from '#tests/support/statements/shard-tables.ts'
import { placesOf, type Place } from '#tests/support/statements/shards-of.ts'

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
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/shards.md')
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
