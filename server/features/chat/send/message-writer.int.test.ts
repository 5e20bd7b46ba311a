import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { MessageWriter } from './message-writer.ts'
import { insertMessages, type PlainMessage } from './send-batch-query.ts'
import { insertMessage } from './send-query.ts'

const PRICE = 2

let site: TestApp
let chat: ReturnType<typeof chatOn>

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
})
afterAll(() => site.close())

/** Builds members whose conversation has one message, by the first of them. */
async function conversation(credits = 100) {
  const [one, other] = [await chat.build({ credits: credits + PRICE }), await chat.build()]
  const id = await chat.say(one, other)
  return { one, other, id }
}

function messageOf(from: Member, to: Member, change: Partial<PlainMessage> = {}): PlainMessage {
  const { clock } = site.context
  return {
    senderId: from.userId,
    profileId: to.profileId,
    clientId: randomUUID(),
    kind: 'text',
    body: 'Hello',
    name: null,
    photoId: null,
    preview: 'Hello',
    replyTo: null,
    prices: { match: PRICE, other: PRICE },
    maxPrice: null,
    at: clock.now(),
    since: new Date(clock.now().getTime() - DAY),
    conversationKey: newId(clock),
    conversationId: newPublicId(),
    mayStart: false,
    ledgerId: newId(clock),
    startLimit: FREE_CONVERSATIONS,
    ...change,
  }
}

/** What the tables hold of a conversation, without ids and times that differ. */
async function stateOf({ one, other, id }: Awaited<ReturnType<typeof conversation>>) {
  const { db } = site.context
  const [messages, sides, counts, entries] = await Promise.all([
    db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversationId')
      .select(['messages.seq', 'kind', 'body', 'name', 'price', 'replyTo', 'conversations.lastSeq'])
      .where('publicId', '=', id)
      .orderBy('messages.seq')
      .execute(),
    db
      .selectFrom('conversationMembers')
      .select(['lastSeq', 'lastPreview', 'lastKind', 'unreadCount', 'readSeq', 'removedAt'])
      .where('userId', 'in', [one.userId, other.userId])
      .orderBy('userId')
      .execute(),
    db
      .selectFrom('chatCounts')
      .select(['messages', 'unread', 'started'])
      .where('userId', 'in', [one.userId, other.userId])
      .orderBy('userId')
      .execute(),
    db
      .selectFrom('creditLedger')
      .select(['kind', 'amount', 'balanceAfter'])
      .where('userId', '=', one.userId)
      .orderBy('id')
      .execute(),
  ])
  return { messages, sides, counts, entries }
}

test('messages that share a statement are stored, charged and counted as those that do not', async () => {
  const [alone, shared, answered] = [await conversation(), await conversation(), await conversation()]
  const row = await insertMessage(site.context.db, messageOf(alone.one, alone.other))
  const [first, second] = await insertMessages(site.context.db, [
    messageOf(shared.one, shared.other),
    messageOf(answered.other, answered.one),
  ])
  expect(await stateOf(shared)).toEqual(await stateOf(alone))
  expect(first).toEqual({ ...row, conversationId: shared.id, partnerId: shared.other.userId })
  expect(second).toMatchObject({ conversationId: answered.id, seq: 2, partnerId: answered.one.userId, credits: 98 })
})

test('a message that is not allowed has no row, and the others are stored', async () => {
  const [poor, blocked, fine, other] = [
    await conversation(0),
    await conversation(),
    await conversation(),
    await chat.build(),
  ]
  await chat.block(blocked.other, blocked.one)
  const sent = messageOf(fine.one, fine.other)
  const rows = await insertMessages(site.context.db, [
    messageOf(poor.one, poor.other),
    messageOf(blocked.one, blocked.other),
    sent,
    messageOf(other, await chat.build()),
  ])
  expect(rows).toEqual([null, null, expect.objectContaining({ seq: 2 }), null])
  expect(await insertMessages(site.context.db, [sent])).toEqual([null])
  expect((await stateOf(fine)).entries.map(({ amount }) => amount)).toEqual([102, -PRICE, -PRICE])
  expect((await stateOf(poor)).messages).toHaveLength(1)
  expect(await chat.creditsOf(blocked.one)).toBe(100)
})

test('a match that writes for nothing has no ledger entry', async () => {
  const pair = await conversation()
  const rows = await insertMessages(site.context.db, [
    messageOf(pair.one, pair.other, { prices: { match: 0, other: 0 } }),
  ])
  expect(rows).toMatchObject([{ price: 0, credits: 100 }])
  expect((await stateOf(pair)).entries).toHaveLength(2)
})

test('a message that loses against a block does not take along those that shared its statement', async () => {
  const writer = new MessageWriter(site.context)
  const pairs = await Promise.all([conversation(), conversation(), conversation(), conversation()])
  const [, , , lost] = pairs
  // As a block that is committed after the statement has passed its checks.
  await site.context.db.updateTable('conversations').set({ isBlocked: true }).where('publicId', '=', lost.id).execute()
  const results = await Promise.allSettled(
    pairs.map(({ one, other }) => writer.insert(messageOf(one, other), { senderProfileId: one.profileId })),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  for (const { one, id, other } of pairs.slice(0, 3)) {
    const { messages, counts } = await stateOf({ one, other, id })
    expect([messages.length, await chat.creditsOf(one), counts.map(({ unread }) => unread)]).toEqual([2, 98, [0, 2]])
  }
  expect(await chat.creditsOf(lost.one)).toBe(100)
  expect((await stateOf(lost)).messages).toHaveLength(1)
})

test('a member whose balance is locked does not fail the messages that share their statement', async () => {
  const writer = new MessageWriter(site.context)
  const pairs = await Promise.all([conversation(), conversation(), conversation(), conversation()])
  const [, , locked] = pairs
  const results = await site.context.transaction(async (tx) => {
    await tx
      .selectFrom('accountBalances')
      .select('balance')
      .where('userId', '=', locked.one.userId)
      .forUpdate()
      .execute()
    return Promise.allSettled(
      pairs.map(({ one, other }) => writer.insert(messageOf(one, other), { senderProfileId: one.profileId })),
    )
  })
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  for (const pair of pairs) expect((await stateOf(pair)).messages).toHaveLength(pair === locked ? 1 : 2)
  expect(await chat.creditsOf(locked.one)).toBe(100)
})

test('many messages at once between few members are all stored, in the order of each sender, and paid once', async () => {
  const writer = new MessageWriter(site.context)
  const members = await Promise.all(Array.from({ length: 6 }, () => chat.build({ credits: 1000, isPremium: true })))
  for (const from of members) for (const to of members) if (from.userId < to.userId) await chat.say(from, to)
  const paid = new Map(
    await Promise.all(members.map(async (member) => [member, await chat.creditsOf(member)] as const)),
  )
  const sending: Promise<{ from: Member; seq: number; id: string }>[] = []
  for (let round = 0; round < 10; round += 1) {
    for (const from of members) {
      const to = members[(members.indexOf(from) + 1 + (round % 5)) % members.length] ?? from
      const message = messageOf(from, to)
      sending.push(
        writer.insert(message, { senderProfileId: from.profileId }).then((row) => {
          if (!row) throw new Error('not stored')
          return { from, seq: row.seq, id: row.conversationId }
        }),
      )
    }
  }
  const sent = await Promise.all(sending)
  expect(new Set(sent.map(({ id, seq }) => `${id} ${seq}`)).size).toBe(60)
  for (const from of members) {
    expect(await chat.creditsOf(from)).toBe((paid.get(from) ?? 0) - 10 * PRICE)
    const own = sent.filter((message) => message.from === from)
    for (const id of new Set(own.map((message) => message.id))) {
      const seqs = own.filter((message) => message.id === id).map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
    }
  }
})
