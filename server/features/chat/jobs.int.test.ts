import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { recountUnread } from './jobs.ts'
import { repairUnreadCounts } from './upkeep/repair-query.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** Runs the nightly check. Returns how many counts were wrong, and were repaired. */
async function check(name = 'unread_counts') {
  const { db, jobs } = site.context
  await jobs.enqueue(db, recountUnread, {})
  await jobs.runDue()
  return db.selectFrom('checks').select(['found', 'repaired']).where('name', '=', name).executeTakeFirst()
}

async function unreadOf({ userId }: Member) {
  const row = await site.context.db
    .selectFrom('conversationMembers')
    .select('unreadCount')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unreadCount
}

test('unread counts that differ from the messages are repaired', async () => {
  const { pair, say, read, list, remove } = chatOn(site)
  const [ana, ben] = await pair()
  await say(ana, ben, 'one')
  await say(ana, ben, 'two')
  const conversation = await say(ben, ana, 'three')
  await say(ana, ben, 'four')
  await read(ben, conversation, 2)
  const [cleo, dan] = await pair()
  await remove(dan, await say(cleo, dan))
  const unread = [await unreadOf(ana), await unreadOf(ben), await unreadOf(dan)]
  expect(unread).toEqual([1, 1, 0])
  expect(await check()).toEqual({ found: 0, repaired: 0 })

  const { db } = site.context
  for (const [member, unreadCount] of [
    [ana, 0],
    [ben, 9],
    [dan, 2],
  ] as const)
    await db.updateTable('conversationMembers').set({ unreadCount }).where('userId', '=', member.userId).execute()
  expect(await check()).toEqual({ found: 3, repaired: 3 })
  expect([await unreadOf(ana), await unreadOf(ben), await unreadOf(dan)]).toEqual(unread)
  expect((await list(ben)).status).toBe(200)
  expect(await check()).toEqual({ found: 0, repaired: 0 })
})

test('the repair locks rows in the order in which messages and marks do', async () => {
  const { pair, say } = chatOn(site)
  const pairs = [await pair(), await pair(), await pair(), await pair()]
  // The conversations of members with larger ids have smaller ids.
  for (const [one, other] of pairs.toReversed()) await say(other, one)
  await site.context.db.updateTable('conversationMembers').set({ unreadCount: 9 }).execute()
  const other = await site.context.database.pool.connect()
  const [first, ...later] = pairs.flat().toSorted((one, two) => one.userId - two.userId)
  const lock = (member: Member | undefined) =>
    other.query('select from conversation_members where user_id = $1 for no key update', [member?.userId])
  await other.query('begin')
  await lock(first)
  // A deadlock would be followed by a second attempt.
  let attempts = 0
  const repaired = site.context.transaction((tx) => {
    attempts += 1
    return repairUnreadCounts(tx, 0)
  })
  await waitForLock(site.context)
  for (const member of later) await lock(member)
  await other.query('commit')
  other.release()
  expect((await repaired).repaired).toBeGreaterThanOrEqual(2 * pairs.length)
  expect(attempts).toBe(1)
  expect(await check()).toEqual({ found: 0, repaired: 0 })
})

test('counts of members that differ from their conversations are repaired', async () => {
  const { pair, say, list, build, send } = chatOn(site)
  const [ana, ben] = await pair()
  await say(ana, ben)
  await say(ben, ana)
  const totals = [(await list(ana)).reply?.totals, (await list(ben)).reply?.totals]
  expect(await check('chat_counts')).toEqual({ found: 0, repaired: 0 })

  const { db } = site.context
  const wrong = { messages: 7, unread: 0, started: 0 }
  await db.updateTable('chatCounts').set(wrong).where('userId', '=', ana.userId).execute()
  await db.deleteFrom('chatCounts').where('userId', '=', ben.userId).execute()
  expect(await check('chat_counts')).toEqual({ found: 2, repaired: 2 })
  expect([(await list(ana)).reply?.totals, (await list(ben)).reply?.totals]).toEqual(totals)
  // One more than those that still exist: the partner of an earlier one was erased.
  await db.updateTable('chatCounts').set({ started: 2 }).where('userId', '=', ana.userId).execute()
  expect(await check('chat_counts')).toEqual({ found: 0, repaired: 0 })
  expect((await send(ana, await build())).error?.code).toBe('chat.conversation_limit')
})
