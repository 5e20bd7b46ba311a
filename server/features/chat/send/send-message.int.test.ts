import { randomUUID } from 'node:crypto'
import { giftNames } from '#contract/settings/schemas.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#server/features/accounts/views.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import * as builders from '#tests/support/builders.ts'
import { recordEvents } from '#tests/support/likes.ts'
import { sendMessage } from './send-message.ts'
import { markRead } from '#server/features/chat/service.ts'

/*
 * Concurrent statements. The tests call the service below HTTP, so that as many statements as connections
 * reach PostgreSQL at once.
 */

const settings = {
  message_credits: 2,
  match_message_credits: null,
  photo_credits: 3,
  gift_credits: 4,
  message_length: 1000,
  gifts: [...giftNames],
  visible_profile_fields: [],
}
let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

async function buildMember({ balance = 0, isPremium = false } = {}): Promise<Viewer> {
  const member = await builders.buildMember(site.context, { credits: balance, isPremium })
  const { userId, profileId, sessionHash } = member
  return {
    userId,
    profileId,
    sessionHash,
    isConfirmed: true,
    isPremium,
    isPaused: false,
    mustAssureAge: false,
    language: 'en',
  }
}

function send(viewer: Viewer, partner: Viewer, clientId: string = randomUUID()) {
  const message = { kind: 'text' as const, clientId, body: 'Hello', replyTo: null }
  return sendMessage(site.context, { viewer, profileId: partner.profileId, message, settings })
}

/** Returns the balance after asserting that it equals the sum of the ledger. */
async function auditedBalance({ userId }: Viewer) {
  const { db } = site.context
  const { balance } = await db
    .selectFrom('accountBalances')
    .select('balance')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const entries = await db.selectFrom('creditLedger').select('amount').where('userId', '=', userId).execute()
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance)
  return balance
}

async function conversationOf(one: Viewer, other: Viewer) {
  const { db } = site.context
  const conversation = await db
    .selectFrom('conversations')
    .selectAll()
    .where('lowId', '=', Math.min(one.userId, other.userId))
    .where('highId', '=', Math.max(one.userId, other.userId))
    .executeTakeFirstOrThrow()
  const messages = await db
    .selectFrom('messages')
    .select(['seq', 'senderId'])
    .where('conversationId', '=', conversation.id)
    .orderBy('seq')
    .execute()
  const members = await db
    .selectFrom('conversationMembers')
    .selectAll()
    .where('conversationId', '=', conversation.id)
    .execute()
  const sideOf = ({ userId }: Viewer) => members.find((member) => member.userId === userId)
  return { conversation, messages, sideOf }
}

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))

describe('members who write to each other without pause', () => {
  test('two never deadlock; numbers, unread counts and balances stay exact', async () => {
    const [ana, ben] = await Promise.all([buildMember({ balance: 1000 }), buildMember({ balance: 1000 })])
    const each = 250
    const hammer = async (from: Viewer, to: Viewer, count: number) => {
      for (let n = 0; n < count; n += 1) await send(from, to)
    }
    // Five streams from each side, so that statements of the same sender also wait for each other.
    const streams = Array.from({ length: 5 }, () => [hammer(ana, ben, each / 5), hammer(ben, ana, each / 5)])
    const reader = async () => {
      for (let n = 0; n < 60; n += 1) {
        const [row] = await site.context.db
          .selectFrom('conversations')
          .select(['publicId', 'lastSeq'])
          .where('lowId', '=', Math.min(ana.userId, ben.userId))
          .execute()
        if (row) {
          const input = { viewer: ana, conversationId: row.publicId, seq: row.lastSeq + (n % 3) }
          await markRead(site.context, input)
        }
      }
    }
    await Promise.all([...streams.flat(), reader()])

    const { conversation, messages, sideOf } = await conversationOf(ana, ben)
    expect(conversation.lastSeq).toBe(2 * each)
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * each }, (_, index) => index + 1))
    expect(messages.filter(({ senderId }) => senderId === ana.userId)).toHaveLength(each)
    expect(await auditedBalance(ana)).toBe(1000 - 2 * each)
    expect(await auditedBalance(ben)).toBe(1000 - 2 * each)
    expect(sideOf(ben)).toMatchObject({ unreadCount: each, lastSeq: 2 * each, readSeq: 0 })
    const readSeq = sideOf(ana)?.readSeq ?? 0
    const unread = messages.filter(({ seq, senderId }) => seq > readSeq && senderId === ben.userId)
    expect(readSeq).toBeGreaterThan(0)
    expect(sideOf(ana)).toMatchObject({ unreadCount: unread.length, lastSeq: 2 * each })
  })

  test('six never deadlock', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => buildMember({ balance: 200, isPremium: true })))
    const pairs = members.flatMap((from) => members.filter((to) => to !== from).map((to) => [from, to] as const))
    await Promise.all(Array.from({ length: 8 }, () => pairs.map(([from, to]) => send(from, to))).flat())
    for (const member of members) expect(await auditedBalance(member)).toBe(200 - 5 * 8 * 2)
  })
})

describe('at the same moment', () => {
  test('both sides’ first messages make one conversation', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [ana, ben] = await Promise.all([buildMember({ balance: 2 }), buildMember({ balance: 2 })])
      await Promise.all([send(ana, ben), send(ben, ana)])
      const { messages, sideOf } = await conversationOf(ana, ben)
      expect(messages.map(({ seq }) => seq)).toEqual([1, 2])
      expect([sideOf(ana)?.unreadCount, sideOf(ben)?.unreadCount]).toEqual([1, 1])
      expect([await auditedBalance(ana), await auditedBalance(ben)]).toEqual([0, 0])
    }
  })

  test('the same message sent ten times is stored and charged once, and every reply is the same', async () => {
    for (const hasConversation of [false, true]) {
      const [ana, ben] = await Promise.all([buildMember({ balance: 100 }), buildMember()])
      if (hasConversation) await send(ana, ben)
      const before = await auditedBalance(ana)
      const clientId = randomUUID()
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(ana, ben, clientId)))
      expect(new Set(replies.map(({ message }) => JSON.stringify(message))).size).toBe(1)
      expect(await auditedBalance(ana)).toBe(before - 2)
      expect((await conversationOf(ana, ben)).messages).toHaveLength(hasConversation ? 2 : 1)
    }
  })

  test('fifty messages for the credits of one: one is sent', async () => {
    const [ana, ben] = await Promise.all([buildMember({ balance: 3 }), buildMember({ balance: 2 })])
    await send(ben, ana)
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => send(ana, ben)))
    expect(codesOf(results)).toEqual(Array.from({ length: 49 }, () => 'credits.insufficient'))
    expect(await auditedBalance(ana)).toBe(1)
    expect((await conversationOf(ana, ben)).messages).toHaveLength(2)
  })

  test('a free member starts exactly two of ten conversations', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ana = await buildMember({ balance: 100 })
      const others = await Promise.all(Array.from({ length: 10 }, () => buildMember()))
      const results = await Promise.allSettled(others.map((other) => send(ana, other)))
      expect(codesOf(results)).toEqual(Array.from({ length: 8 }, () => 'chat.conversation_limit'))
      expect(await auditedBalance(ana)).toBe(96)
    }
  })

  test('a premium member starts all ten', async () => {
    const ana = await buildMember({ balance: 100, isPremium: true })
    const others = await Promise.all(Array.from({ length: 10 }, () => buildMember()))
    await Promise.all(others.map((other) => send(ana, other)))
    expect(await auditedBalance(ana)).toBe(80)
  })
})

test('a message that begins premium, because it spends the first credit of a purchase, is published', async () => {
  const events = recordEvents(site)
  const [one, other] = [await buildMember({ balance: 10 }), await buildMember()]
  await events.clear()
  await send(one, other)
  expect((await events.of(one)).map(({ type }) => type)).not.toContain('credits.changed')
  const waiting = { creditsUntilPremium: settings.message_credits }
  await site.context.db.updateTable('accountBalances').set(waiting).where('userId', '=', one.userId).execute()
  await events.clear()
  await send(one, other)
  const changed = { type: 'credits.changed', credits: 10 - 2 * settings.message_credits, isPremium: true }
  expect(await events.of(one)).toContainEqual(changed)
  expect((await events.of(other)).map(({ type }) => type)).not.toContain('credits.changed')
})
