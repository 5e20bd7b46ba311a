import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribePush } from '#contract/accounts/calls.ts'
import { PUSH_ATTEMPTS, PUSH_TTL_MS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { DAY } from '#contract/time.ts'
import { noticeStates } from '#server/features/notifications/current.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { startPushService, type PushService } from '#tests/support/fakes/fake-push-service.ts'
import { likesOn } from '#tests/support/likes.ts'

let service: PushService
let site: TestApp

beforeAll(async () => {
  service = await startPushService()
  site = await startTestApp({ environment: { PUSH_TEST_SERVICE: service.origin, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await site.close()
  await service.close()
})

/** Builds a member who was last seen yesterday, and browsers of theirs. */
async function away({ name = 'Carl', browsers = 1 } = {}) {
  const member = await buildMember(site.context, { credits: 100, name })
  const browser = await addBrowser(member)
  const others = await Promise.all(Array.from({ length: browsers - 1 }, () => addBrowser(member)))
  const lastActiveAt = new Date(site.clock.now().getTime() - DAY)
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', member.userId).execute()
  return { ...member, browser, others }
}

async function addBrowser(member: Member) {
  const subscription = service.subscribe()
  const { status } = await site.call(subscribePush, { body: { subscription } }, member)
  expect(status).toBe(200)
  return subscription
}

async function sendDue() {
  await site.context.events.drain()
  await site.context.jobs.runDue()
}

async function browsersOf({ userId }: Member) {
  const rows = await site.context.db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

test('a message reaches every browser of a member, and says nothing that others may not read', async () => {
  const [anna, ben] = [await away({ browsers: 2 }), await away({ name: 'Benedict' })]
  await chatOn(site).say(ben, anna, 'I like your photo')
  await sendDue()
  const received = [anna.browser, ...anna.others].flatMap((browser) => service.of(browser))
  expect(received).toHaveLength(2)
  for (const { content, headers, body, vapid } of received) {
    const path = `/members/${ben.profileId}/chat`
    expect(content).toEqual({
      title: expect.any(String),
      body: expect.any(String),
      path,
      tag: expect.any(String),
      badge: 1,
    })
    expect(JSON.stringify(content)).not.toMatch(/Benedict|photo|dating/i)
    expect(vapid.key).toBe(site.context.push.publicKey)
    expect(headers['ttl']).toBe(String(PUSH_TTL_MS / 1000))
    expect(headers['topic']).toMatch(/^[\w-]{32}$/)
    expect(JSON.stringify(headers) + body.toString('latin1')).not.toContain(ben.profileId)
    expect(body.length).toBeLessThanOrEqual(3072)
  }
  // No two browsers share a topic, and a browser has one for each conversation.
  await chatOn(site).say(ben, anna)
  await sendDue()
  const topics = service.of(anna.browser).map(({ headers }) => headers['topic'])
  expect(topics).toEqual([topics[0], topics[0]])
  expect(topics).not.toContain(anna.others.flatMap((browser) => service.of(browser))[0]?.headers['topic'])
})

test('a busy service is asked again, without end it is given up', async () => {
  const [anna, ben] = [await away(), await away()]
  service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '1' } })
  await likesOn(site).like(ben, anna)
  await sendDue()
  expect(service.of(anna.browser)).toHaveLength(3)
  service.answers.push(...Array.from({ length: PUSH_ATTEMPTS }, () => ({ status: 500 })))
  await chatOn(site).say(ben, anna)
  await sendDue()
  expect(service.answers).toEqual([])
  expect(service.of(anna.browser)).toHaveLength(3 + PUSH_ATTEMPTS)
  expect(await reasonOf(anna)).toBe('expired')
  expect(await browsersOf(anna)).toHaveLength(1)
})

test.each([404, 410])('a browser that has unsubscribed (%i) is forgotten', async (status) => {
  const [anna, ben] = [await away(), await away()]
  service.answers.push({ status })
  await likesOn(site).like(ben, anna)
  await sendDue()
  expect(await browsersOf(anna)).toEqual([])
})

test('a message that a service rejects is not sent again, and the browser stays', async () => {
  const [anna, ben] = [await away(), await away()]
  service.answers.push({ status: 403 })
  await likesOn(site).like(ben, anna)
  await sendDue()
  expect(service.of(anna.browser)).toHaveLength(1)
  expect(await browsersOf(anna)).toHaveLength(1)
  expect(await reasonOf(anna)).toBe('rejected')
})

test('the log says that a notice was sent once one of the browsers has it', async () => {
  const [anna, ben] = [await away({ browsers: 3 }), await away()]
  service.answers.push({ status: 410 }, { status: 201 }, { status: 403 })
  await likesOn(site).like(ben, anna)
  await sendDue()
  expect(await reasonOf(anna)).toBeNull()
})

/** What the log says about the latest push message to a member: null, it was sent. */
async function reasonOf({ userId }: Member) {
  const entry = await site.context.db
    .selectFrom('noticeLog')
    .select(['reason', 'pushedAt'])
    .where('userId', '=', userId)
    .where('channel', '=', 'push')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.pushedAt === null).toBe(entry.reason !== null)
  return entry.reason
}

test.each<[string, string, (anna: Member, ben: Member, other: Member) => Promise<unknown>]>([
  ['was blocked', 'hidden', (anna, ben) => site.call(blockProfile, { params: { profileId: ben.profileId } }, anna)],
  [
    'is another member’s browser by now',
    'no_subscription',
    async (anna, _ben, other) => {
      const { db } = site.context
      const { tokenHash } = await db
        .selectFrom('sessions')
        .select('tokenHash')
        .where('userId', '=', other.userId)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('pushSubscriptions')
        .set({ userId: other.userId, sessionHash: tokenHash })
        .where('userId', '=', anna.userId)
        .execute()
    },
  ],
  ['subscribed with a former key', 'no_subscription', ({ userId }) => setKey(userId)],
  ['expired', 'expired', async () => site.clock.advance(PUSH_TTL_MS)],
])('nothing is sent of what %s between event and sending, and the log says why: %s', async (_case, reason, happen) => {
  const [anna, ben, other] = [await away(), await away(), await away()]
  await likesOn(site).like(ben, anna)
  await site.context.events.drain()
  await happen(anna, ben, other)
  await sendDue()
  expect(service.of(anna.browser)).toEqual([])
  expect(await reasonOf(anna)).toBe(reason)
})

test('a message that was deleted for both is due no more, while another of its conversation is', async () => {
  const [anna, ben] = [await away(), await away()]
  const chat = chatOn(site)
  const conversationId = await chat.say(ben, anna, 'A secret')
  await chat.say(ben, anna)
  await chat.unsend(ben, conversationId, 1)
  const keys = [1, 2].map((seq) => ({ userId: anna.userId, kind: 'message' as const, otherId: ben.userId, seq }))
  const states = await noticeStates(site.context.db, { keys, repeatedSince: site.clock.now() })
  const dueBySeq = Object.fromEntries(states.map(({ seq, isDue }) => [seq, isDue]))
  expect(dueBySeq).toEqual({ 1: false, 2: true })
})

async function setKey(userId: number) {
  await site.context.db.updateTable('pushSubscriptions').set({ vapidKey: 'B' }).where('userId', '=', userId).execute()
}
