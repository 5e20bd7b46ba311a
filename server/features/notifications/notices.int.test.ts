import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

/** Builds a member who was last seen some time ago. */
async function away(input: Parameters<typeof buildMember>[1] = {}, ms = DAY) {
  const member = await buildMember(site.context, { credits: 100, ...input })
  await setActive(member, ms)
  return member
}

async function setActive({ userId }: Member, msAgo: number) {
  const lastActiveAt = new Date(site.clock.now().getTime() - msAgo)
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', userId).execute()
}

async function logOf({ userId }: Member) {
  await site.context.events.drain()
  return site.context.db
    .selectFrom('noticeLog')
    .select(['channel', 'kind', 'reason'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

test('a like and a first message reach a member who is away, and not one who is online', async () => {
  const [anna, ben, online] = [await away(), await away(), await away({}, 0)]
  const { like } = likesOn(site)
  const { say } = chatOn(site)
  for (const recipient of [anna, online]) {
    await like(ben, recipient)
    await say(ben, recipient)
    await say(ben, recipient)
  }
  const reason = 'no_subscription'
  expect(await logOf(anna)).toEqual([
    { channel: 'push', kind: 'like', reason },
    { channel: 'push', kind: 'conversation', reason },
    { channel: 'push', kind: 'message', reason },
  ])
  expect(await logOf(online)).toEqual([])
})

test('what is switched off, or comes from a hidden member, is logged with the reason', async () => {
  const [anna, ben] = [await away(), await away()]
  const { db } = site.context
  await db
    .updateTable('users')
    .set({ notificationsDisabled: ['push_like'] })
    .where('id', '=', anna.userId)
    .execute()
  await likesOn(site).like(ben, anna)
  expect(await logOf(anna)).toEqual([{ channel: 'push', kind: 'like', reason: 'kind_off' }])
})

test('within the quiet hours nothing is pushed before they end', async () => {
  const [anna, ben] = [await away(), await away()]
  const hours = Array.from({ length: 7 }, () => ({ from: 0, to: 24 * 60 - 15 }))
  await site.context.db
    .updateTable('noticeMembers')
    .set({ quietHours: JSON.stringify(hours), timeZone: 'Europe/Amsterdam' })
    .where('userId', '=', anna.userId)
    .execute()
  await likesOn(site).like(ben, anna)
  expect(await logOf(anna)).toEqual([])
  site.clock.advance(24 * HOUR)
})
