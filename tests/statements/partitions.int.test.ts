/**
 * The program on a partitioned database, on which `PARTITIONED=1 npx vitest run --project integration` runs
 * other tests.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReaction } from '#server/features/chat/conversations/change-queries.ts'
import {
  firstOwnSeq,
  messageByClientId,
  messageBySeq,
  messagesAfter,
  messagesBefore,
} from '#server/features/chat/queries.ts'
import { findContextWith, findSendContexts } from '#server/features/chat/send/context-query.ts'
import { newMessage } from '#server/features/chat/send/new-message.ts'
import { ledgerLines, statementRows } from '#server/features/credits/queries.ts'
import { findCards } from '#server/features/profiles/card-query.ts'
import { analyzePartitioned } from '#server/platform/postgres/partitions/analyze-job.ts'
import { partitionedTables } from '#server/platform/postgres/partitions/partition-keys.ts'
import { partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import type { Member } from '#tests/support/builders.ts'
import { bodiesIn, chatOn } from '#tests/support/chat.ts'
import { viewerOf } from '#tests/support/viewer.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let chat: ReturnType<typeof chatOn>
let ana: Member
let ben: Member
let conversationId: string
const repeated = randomUUID()

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  ;[ana, ben] = await chat.pair()
  conversationId = await chat.say(ana, ben, 'before')
  await chat.say(ben, ana, 'before too')
  await chat.send(ana, ben, 'repeated', repeated)
  // Plans of named statements are those of the table that is replaced.
  await chat.open(ben, conversationId)
  for (const table of partitionedTables) await partitionTable({ connectionString: site.connectionString, table })
})
afterAll(() => site.close())

test('a program that runs meanwhile goes on with conversations and credits', async () => {
  const before = await chat.creditsOf(ana)
  expect((await chat.send(ana, ben, 'repeated', repeated)).status).toBe(200)
  expect(await chat.creditsOf(ana)).toBe(before)
  await chat.say(ana, ben, 'after')
  expect(await chat.creditsOf(ana)).toBeLessThan(before)
  expect(bodiesIn(await chat.messages(ben, conversationId, { after: 0 }))).toEqual([
    'before',
    'before too',
    'repeated',
    'after',
  ])
  expect((await chat.react(ben, conversationId, 1, '❤️')).status).toBe(200)
  expect((await chat.unsend(ana, conversationId, 4)).status).toBe(200)
  const sends = Array.from({ length: 20 }, () => chat.send(ben, ana))
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(sends.map(() => 200))
  expect(await auditChat(site.context.db)).toEqual([])
  expect(await auditMoney(site.context.db)).toEqual([])
})

test('the statistics of the whole table are renewed, which autovacuum leaves out', async () => {
  const { db, jobs } = site.context
  const read = async () => {
    const { rows } = await sql<{ estimated: number; counted: number }>`
      select reltuples::int as estimated, (select count(*) from messages) as counted
      from pg_class where oid = 'messages'::regclass`.execute(db)
    return rows[0]
  }
  const before = await read()
  expect(before?.estimated).toBeLessThan(before?.counted ?? 0)
  await jobs.enqueue(db, analyzePartitioned, {})
  await jobs.runDue()
  expect(await read()).toEqual({ estimated: before?.counted, counted: before?.counted })
})

test.each<[string, (tx: Tx, keys: { conversationKey: number; userId: number }) => Promise<unknown>]>([
  ['messagesBefore', (tx, keys) => messagesBefore(tx, { ...keys, ...window, before: 9 })],
  ['messagesAfter', (tx, keys) => messagesAfter(tx, { ...keys, ...window, after: 0 })],
  ['messageBySeq', (tx, keys) => messageBySeq(tx, { ...keys, ...window, seq: 1 })],
  ['messageByClientId', (tx, keys) => messageByClientId(tx, { ...keys, senderId: keys.userId, clientId: repeated })],
  ['firstOwnSeq', (tx, keys) => firstOwnSeq(tx, keys)],
  ['saveReaction', (tx, keys) => saveReaction(tx, { ...keys, seq: 1, isSender: true, reaction: null }).then(() => 1)],
  ['statementRows', (tx, { userId }) => statementRows(tx, { userId, before: null, limit: 9 })],
  ['ledgerLines', (tx, { userId }) => ledgerLines(tx, userId)],
])('%s reads one partition, also by a plan for all values', async (_, run) => {
  const { rows } = await sql<{ conversationKey: number; userId: number }>`
    select id as "conversationKey", started_by as "userId" from conversations`.execute(site.context.db)
  const [keys] = rows
  if (!keys) throw new Error('no conversation')
  expect(await partitionsReadBy(async (tx) => expect(await run(tx, keys)).toBeTruthy())).toHaveLength(1)
})

const window = { clearedSeq: 0, since: new Date(0), limit: 9 }

/** Returns the names of the partitions that the function reads, with a plan for all values of parameters. */
function partitionsReadBy(run: (tx: Tx) => Promise<unknown>) {
  return site.context.transaction(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    // Includes what earlier transactions of the connection have not reported yet.
    const before = await countScans(tx)
    await run(tx)
    const after = await countScans(tx)
    return [...after.keys()].filter((name) => after.get(name) !== before.get(name))
  })
}

async function countScans(tx: Tx) {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, seq_scan + idx_scan as scans
    from pg_stat_xact_user_tables
    where schemaname = 'partitions'`.execute(tx)
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

test('conditions on the conversation of two members read its partition alone', async () => {
  await site.context.db.updateTable('profiles').set({ isInvisible: true }).execute()
  await addConversations(2000)
  const now = site.clock.now()
  const { clock } = site
  const message = newMessage(
    { clock },
    {
      viewer: viewerOf(ana),
      profileId: ben.profileId,
      message: { clientId: repeated, kind: 'text', body: 'repeated', replyTo: null },
      settings: site.context.sites.of('').settings,
    },
  )
  const read = await partitionsReadBy(async (tx) => {
    expect(await findContextWith(tx, { userId: ana.userId, profileId: ben.profileId })).not.toBeNull()
    await findCards(tx, { viewerId: ana.userId, userIds: [ben.userId], now })
    expect(await findSendContexts(tx, [message])).toMatchObject([{ isSent: true }])
  })
  expect(read).toHaveLength(1)
})

/** Of members who do not exist: among a few rows PostgreSQL would not look for one by its key. */
async function addConversations(count: number) {
  const statements = [
    `insert into conversations (id, public_id, low_id, high_id, started_by, last_seq, created_at)
    select n, 'c' || n, n, n + 1, n, 4, now() from generate_series(1, ${count}) n`,
    `insert into conversation_members (user_id, conversation_id, partner_id, last_seq, last_message_at, last_sender_id)
    select n + side, n, n + 1 - side, 4, now(), n from generate_series(1, ${count}) n, generate_series(0, 1) side`,
    `insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
    select n, seq, n + seq % 2, 'text', '', gen_random_uuid(), now()
    from generate_series(1, ${count}) n, generate_series(1, 4) seq`,
    'analyze conversations, conversation_members, messages',
  ]
  for (const statement of statements) await site.context.database.runLong((db) => sql.raw(statement).execute(db))
}
