import { expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { readSqlFiles } from '#server/platform/postgres/migration-files.ts'
import { checkMigration } from './check-migration.ts'
import { accepted, isAccepted, smallTables } from './tables.ts'

const migrations = await readSqlFiles(fileURLToPath(new URL('../../server/migrations', import.meta.url)))
const names = migrations.map(({ name }) => name)

test('no migration makes a running site wait, or breaks the version before it (docs/operations.md)', async () => {
  const faults = await Promise.all(
    migrations
      .filter(({ name }) => !isAccepted(name))
      .map(
        async (file) =>
          [
            file.name,
            await checkMigration(
              file,
              names.filter((name) => name < file.name),
            ),
          ] as const,
      ),
  )
  expect(Object.fromEntries(faults.filter(([, sentences]) => sentences.length > 0))).toEqual({})
})

test('what is accepted has faults, and says why', async () => {
  expect(accepted.filter(({ reason }) => reason.length < 30)).toEqual([])
  const unneeded = await Promise.all(
    accepted.map(async (entry) => {
      const files = migrations.filter(({ name }) =>
        entry.through === undefined ? entry.name === name : name.slice(0, 4) <= entry.through,
      )
      const sentences = await Promise.all(files.map((file) => checkMigration(file, names)))
      return sentences.flat().length === 0 ? [entry] : []
    }),
  )
  expect(unneeded.flat()).toEqual([])
})

test('every table that counts as small exists', async () => {
  const text = migrations.map(({ sql }) => sql).join('\n')
  const own = ['migrations', 'function_files']
  expect([...smallTables].filter((table) => !own.includes(table) && !text.includes(`create table ${table} (`))).toEqual(
    [],
  )
})

const STATEMENTS = '-- runs: statement by statement\n'
const BATCHES = '-- runs: in batches of messages\n'
const RANGE = 'ctid >= $1 and ctid < $2'

test.each([
  'create index on messages (sent_at)',
  'create unique index messages_sent on messages (sent_at)',
  'drop index messages_sent',
  'alter table messages add column mood text not null',
  'alter table sites add column mood text not null',
  'alter table messages add column token uuid default gen_random_uuid()',
  'alter table messages add column luck float8 not null default random() * 2',
  'alter table messages add column at timestamptz default clock_timestamp()',
  'alter table messages add column nth bigserial',
  'alter table messages add column nth int generated always as identity',
  'alter table messages add column size int generated always as (length(body)) stored',
  "alter table messages add column mood text check (mood <> '')",
  'alter table messages add column mood text unique',
  'alter table messages add column site_id int default 1 references sites',
  'alter table messages alter column body type varchar(100)',
  'alter table messages alter column body set not null',
  'alter table messages alter column kind drop default',
  'alter table messages add foreign key (sender_id) references users',
  'alter table messages add constraint short check (length(body) < 9)',
  'alter table messages add constraint once unique (client_id)',
  'alter table messages add primary key (client_id)',
  'alter table messages add exclude (sent_at with =)',
  'alter table messages validate constraint short',
  'alter table messages set unlogged',
  'alter table messages drop column body',
  'alter table sites drop column name',
  'alter table messages rename column body to text',
  'alter table messages rename to texts',
  'alter table sites rename column name to title',
  'drop table likes',
  "update messages set body = ''",
  "update messages set body = '' where conversation_id = 1",
  'delete from messages where sent_at < now()',
  'insert into messages select * from messages',
  'create table pets (user_id bigint); insert into pets select id from users',
  'with old as (delete from messages returning sender_id) insert into sites select 1 from old',
  'alter table messages add column a int; alter table users add column b int',
  'truncate messages',
  'lock table messages',
  'do $$ begin update messages set body = null; end $$',
  'select set_config(name, body) from messages',
  'create function f() returns int return 1',
  'vacuum full messages',
  'reindex table messages',
  `${STATEMENTS}create index concurrently messages_sent on messages (sent_at);`,
  `${STATEMENTS}create index concurrently if not exists messages_sent on messages (sent_at);`,
  `${STATEMENTS}drop index messages_sent;`,
  `${STATEMENTS}drop index concurrently messages_sent;`,
  `${STATEMENTS}alter table messages add column mood text;`,
  `${STATEMENTS}drop index concurrently if exists a; drop index concurrently if exists b;`,
  `${BATCHES}update messages set kind = 'text'`,
  `${BATCHES}update messages set kind = 'text' where ${RANGE}`,
  `${BATCHES}update messages set kind = 'text' where ctid >= $1 and kind is null`,
  `${BATCHES}update messages set kind = 'text' where ctid >= $1 and ctid <= $2 and kind is null`,
  `${BATCHES}update likes set kind = 'text' where ${RANGE} and kind is null`,
  `${BATCHES}delete from messages where ${RANGE} and kind is null; delete from likes where ${RANGE} and kind is null`,
  '-- unread since 0000-none\nalter table messages drop column body',
  // Some sites have partitioned these.
  'alter table messages add foreign key (sender_id) references users not valid',
  'alter table messages add constraint once unique using index messages_once',
  `${STATEMENTS}drop index concurrently if exists messages_once;\ncreate unique index concurrently messages_once on messages (client_id);`,
])('%s is rejected', async (sql) => {
  expect(await checkMigration({ name: '0200-x', sql }, ['0199-y'])).not.toEqual([])
})

test.each([
  'create table pets (user_id bigint primary key references users); create index on pets (user_id)',
  'create table pets (id int); alter table pets alter column id type bigint; insert into pets values (1)',
  'alter table messages add column mood text',
  "alter table messages add column mood text not null default ''",
  'alter table messages add column at timestamptz not null default now()',
  'alter table messages add column at timestamptz not null default current_timestamp',
  "alter table messages add column tags text[] not null default '{}'::text[]",
  'alter table messages add column site_id int references sites',
  'alter table messages alter column body drop not null',
  "alter table messages alter column kind set default 'text'",
  'alter table messages drop constraint messages_kind_check',
  'alter table likes add foreign key (other_id) references users not valid',
  'alter table messages add constraint short check (length(body) < 9) not valid',
  'alter table likes add constraint once unique using index likes_once',
  'alter table sites add constraint once unique (name)',
  'create index on sites (name)',
  "update sites set name = 'x'",
  "insert into messages (kind) values ('text')",
  'alter index messages_sent rename to messages_by_time',
  `${STATEMENTS}drop index concurrently if exists messages_sent;\ncreate index concurrently messages_sent on messages (sent_at);`,
  `${STATEMENTS}drop index concurrently if exists ledger_once;\ncreate unique index concurrently ledger_once on credit_ledger (ref, user_id);`,
  `${STATEMENTS}alter table messages validate constraint short;\nalter table likes validate constraint short;`,
  `${BATCHES}update messages set kind = 'text' where ${RANGE} and kind is null`,
  `${BATCHES}delete from messages where ${RANGE} and kind is null`,
  `${BATCHES}insert into likes select sender_id from messages where ${RANGE} on conflict do nothing`,
  '-- unread since 0199-y\nalter table messages drop column body',
  '-- unread since 0199-y\ndrop table likes',
])('%s is accepted', async (sql) => {
  expect(await checkMigration({ name: '0200-x', sql }, ['0199-y'])).toEqual([])
})
