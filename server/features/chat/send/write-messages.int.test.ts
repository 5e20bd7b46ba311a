import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowOfEach } from '#server/features/credits/charge.ts'
import { newId } from '#server/platform/ids.ts'
import { isUniqueViolation } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { findSendContexts } from './context-query.ts'
import type { NewMessage } from './new-message.ts'
import { insertMessages, type AllowedMessage } from './send-query.ts'
import { createMessageWriter, type MessageWriter } from './write-messages.ts'

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

function messageOf(from: Member, to: Member, change: Partial<NewMessage> = {}): NewMessage {
  const { clock } = site.context
  return {
    sender: { ...from, isConfirmed: true, isPremium: false, isPaused: false, mustAssureAge: false, language: 'en' },
    profileId: to.profileId,
    clientId: randomUUID(),
    kind: 'text',
    body: 'Hello',
    name: null,
    uploadId: null,
    preview: 'Hello',
    replyTo: null,
    quoted: null,
    quote: null,
    visibleFields: [],
    prices: { match: PRICE, other: PRICE },
    maxPrice: null,
    ledgerId: newId(clock),
    at: clock.now(),
    ...change,
  }
}

/** Stores messages in conversations that exist, in one statement, and returns their rows. */
async function insertTogether(...messages: NewMessage[]) {
  const { db } = site.context
  const contexts = await findSendContexts(db, messages)
  const allowed = messages.map((message, n) => ({ message, context: contexts[n] as AllowedMessage['context'] }))
  return rowOfEach(messages, await insertMessages(db, allowed))
}

/** Stores a message as `sendMessage` does, without its checks. */
async function insertBy(writer: MessageWriter, message: NewMessage) {
  return writer.insert({ message, context: (await writer.contextOf(message)) as AllowedMessage['context'] })
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
  const [row] = await insertTogether(messageOf(alone.one, alone.other))
  const [first, second] = await insertTogether(
    messageOf(shared.one, shared.other),
    messageOf(answered.other, answered.one),
  )
  expect(await stateOf(shared)).toEqual(await stateOf(alone))
  expect(first).toEqual({ ...row, ledgerId: expect.any(Number), conversationId: shared.id })
  expect(second).toMatchObject({ conversationId: answered.id, seq: 2, credits: 98 })
})

test('a message that is not allowed any more has no row, and the others are stored', async () => {
  const [poor, blocked, fine] = [await conversation(0), await conversation(), await conversation()]
  await chat.block(blocked.other, blocked.one)
  const sent = messageOf(fine.one, fine.other)
  const rows = await insertTogether(messageOf(poor.one, poor.other), messageOf(blocked.one, blocked.other), sent)
  expect(rows).toEqual([null, null, expect.objectContaining({ seq: 2 })])
  expect((await stateOf(fine)).entries.map(({ amount }) => amount)).toEqual([102, -PRICE, -PRICE])
  expect((await stateOf(poor)).messages).toHaveLength(1)
  expect(await chat.creditsOf(blocked.one)).toBe(100)
})

test('one that is stored already undoes all, so that its writer stores the others by themselves', async () => {
  const pairs = [await conversation(), await conversation(), await conversation()]
  const [first, ...others] = pairs.map(({ one, other }) => messageOf(one, other))
  if (!first) throw new Error('no message')
  await insertTogether(first)
  await expect(insertTogether(first, ...others)).rejects.toSatisfy(isUniqueViolation)
  const writer = createMessageWriter(site.context)
  const results = await Promise.allSettled([first, ...others].map((message) => insertBy(writer, message)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  for (const pair of pairs) {
    expect((await stateOf(pair)).messages).toHaveLength(2)
    expect(await chat.creditsOf(pair.one)).toBe(98)
  }
})

test('a match that writes for nothing has no ledger entry', async () => {
  const pair = await conversation()
  const rows = await insertTogether(messageOf(pair.one, pair.other, { prices: { match: 0, other: 0 } }))
  expect(rows).toMatchObject([{ credits: 100 }])
  const { messages, entries } = await stateOf(pair)
  expect([messages.at(-1)?.price, entries.length]).toEqual([0, 2])
})

test('a message that loses against a block does not take along those that shared its statement', async () => {
  const writer = createMessageWriter(site.context)
  const pairs = await Promise.all([conversation(), conversation(), conversation(), conversation()])
  const [, , , lost] = pairs
  // As a block that is committed after the statement has passed its checks.
  await site.context.db.updateTable('conversations').set({ isBlocked: true }).where('publicId', '=', lost.id).execute()
  const results = await Promise.allSettled(pairs.map(({ one, other }) => insertBy(writer, messageOf(one, other))))
  expect(results.map((result) => result.status === 'fulfilled' && result.value !== null)).toEqual([
    true,
    true,
    true,
    false,
  ])
  for (const { one, id, other } of pairs.slice(0, 3)) {
    const { messages, counts } = await stateOf({ one, other, id })
    expect([messages.length, await chat.creditsOf(one), counts.map(({ unread }) => unread)]).toEqual([2, 98, [0, 2]])
  }
  expect(await chat.creditsOf(lost.one)).toBe(100)
  expect((await stateOf(lost)).messages).toHaveLength(1)
})

test('a member whose balance is locked does not fail the messages that share their statement', async () => {
  const writer = createMessageWriter(site.context)
  const pairs = await Promise.all([conversation(), conversation(), conversation(), conversation()])
  const [, , locked] = pairs
  const results = await site.context.transaction(async (tx) => {
    await tx
      .selectFrom('accountBalances')
      .select('balance')
      .where('userId', '=', locked.one.userId)
      .forUpdate()
      .execute()
    return Promise.allSettled(pairs.map(({ one, other }) => insertBy(writer, messageOf(one, other))))
  })
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  for (const pair of pairs) expect((await stateOf(pair)).messages).toHaveLength(pair === locked ? 1 : 2)
  expect(await chat.creditsOf(locked.one)).toBe(100)
})

test('many messages at once between few members are all stored, in the order of each sender, and paid once', async () => {
  const writer = createMessageWriter(site.context)
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
        insertBy(writer, message).then((row) => {
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
