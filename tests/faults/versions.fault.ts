import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getChats } from '#contract/chat/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Member } from '#tests/support/builders.ts'
import { startNodes, type Nodes, type ServerNode } from '#tests/support/programs/nodes.ts'
import { copyVersion } from '#tests/support/programs/version.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'

/*
 * A deploy while members buy, spend, search and read: a version that adds columns to the tables in use, fills
 * one of them and builds an index runs beside the version before it, which does not have them.
 */

const SECRET = 'a secret of the test, long enough for the rule'
const MEMBERS = IS_FULL ? 20 : 2
/** Answers that members wait for in each state of the deploy. */
const ANSWERS = IS_FULL ? 500 : 5

/** Of those that every purchase, message and session touches. */
const tables = [
  'users',
  'sessions',
  'profiles',
  'photos',
  'profile_search',
  'conversations',
  'conversation_members',
  'messages',
  'account_balances',
  'credit_ledger',
  'orders',
  'sandbox_payments',
]
const expand = Object.fromEntries(
  tables.map((table, index) => [
    `90${String(index).padStart(2, '0')}-expand-${table.replaceAll('_', '-')}.sql`,
    `alter table ${table} add column mood text`,
  ]),
)
/** Fills the column of rows that the version before writes from then on. */
const moods = {
  'moods.sql': `
    create or replace function set_mood() returns trigger language plpgsql as $$
    begin
      new.mood := coalesce(new.mood, 'plain');
      return new;
    end $$;
    create or replace trigger set_mood before insert on messages for each row execute function set_mood();`,
}
const fill = {
  '9100-fill-moods.sql': `-- runs: in batches of messages
    update messages set mood = 'plain' where ctid >= $1 and ctid < $2 and mood is null`,
  '9101-index-moods.sql': `-- runs: statement by statement
drop index concurrently if exists messages_by_mood;
create index concurrently messages_by_mood on messages (mood);`,
}

let site: Nodes
let newer = ''

beforeAll(async () => {
  const folder = await mkdtemp(join(inject('testFolder'), 'versions-'))
  ;[site, newer] = await Promise.all([
    startNodes({ count: 1, args: ['--migrate'], environment: { APP_SECRET: SECRET, LOG_LEVEL: 'warn' } }),
    copyVersion(folder, { migrations: { ...expand, ...fill }, functions: moods }),
  ])
})
afterAll(() => site.close())

/** Reads as a member does, again and again, until it is stopped. Calls are repeated as those of the load. */
function read(load: SiteLoad, call: ReturnType<typeof callsTo>, other: Member) {
  const over = new AbortController()
  let count = 0
  async function work() {
    while (!over.signal.aborted) {
      await load.untilAnswered('search', () => call(searchMembers, { query: { country: 'NL' } }))
      await load.untilAnswered('member', () => call(getMember, { params: { profileId: other.profileId } }))
      await load.untilAnswered('chats', () => call(getChats, { query: {} }))
      count += 1
      await sleep(50)
    }
    return count
  }
  const working = work()
  return {
    stop() {
      over.abort()
      return working
    },
  }
}

/** Errors of statements that do not fit the schema, which a repeated call could hide. */
function schemaErrors(nodes: readonly ServerNode[]) {
  const lines = nodes.flatMap((node) => node.log().split('\n'))
  return lines.filter((line) => /"code":"(?:0A|22|23|42)\w{3}"/.test(line))
}

/** How many messages have the value of the new column, and how many lack it. */
async function countMoods() {
  const { rows } = await sql<{ filled: number; empty: number }>`
    select count(mood)::int as filled, count(*) filter (where mood is null)::int as empty
    from messages`.execute(site.context.db)
  return rows[0] ?? { filled: 0, empty: 0 }
}

test('two versions serve side by side while the newer one migrates, and every request is answered', async ({
  annotate,
}) => {
  const [first] = site.nodes
  if (!first) throw new Error('not started')
  let serving = [first]
  let turn = 0
  const origin = () => `http://127.0.0.1:${serving[(turn += 1) % serving.length]?.port}`

  const buyers = await buildMembers(site.context, MEMBERS, {})
  const spenders = await buildMembers(site.context, MEMBERS, { credits: 1_000_000 })
  const photos = ['public', 'private', 'private'] as ('public' | 'private')[]
  const owners = await buildMembers(site.context, 2, { isPremium: true, photos })
  const [reader, other] = [...buyers, ...owners]
  if (!reader || !other) throw new Error('not built')
  const load = new SiteLoad({ origin, secret: SECRET, retryMs: 50 })
  load.start({ buyers, spenders, owners })
  const reading = read(load, callsTo(origin, reader), other)
  await load.untilAcknowledged(ANSWERS)

  // It migrates under the load of the first, then both serve.
  const next = await site.startVersion(newer)
  const before = await countMoods()
  await load.untilAcknowledged(ANSWERS)
  serving = [first, next]
  await load.untilAcknowledged(ANSWERS)
  // The first crashes and starts again, on the newer database. It leaves the newer functions in place.
  await first.crash()
  await load.untilAcknowledged(ANSWERS)
  serving = [next]
  await first.stop()
  await load.untilAcknowledged(ANSWERS)
  await load.stop()
  await annotate(`${load.count()} acknowledged, read ${await reading.stop()} times, ${load.failures.length} repeated`)

  // Without an answer (a crash), or with 503 (a busy machine), a call was repeated with success.
  const isRepeated = (failure: string) => /fetch failed|request\.(?:unreachable|unavailable)/.test(failure)
  expect(load.failures.filter((failure) => !isRepeated(failure))).toEqual([])
  expect(schemaErrors([first, next])).toEqual([])
  expect(await load.brokenPromises(site.context)).toEqual([])
  const after = await countMoods()
  expect(before.filled).toBeGreaterThan(0)
  expect(after.filled).toBeGreaterThan(before.filled)
  // Only those of the moment between the filling and the trigger.
  expect(after.empty).toBe(before.empty)
}, 600_000)
