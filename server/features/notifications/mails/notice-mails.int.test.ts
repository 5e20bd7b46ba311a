import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { markLikesSeen } from '#contract/likes/calls.ts'
import { CONVERSATION_MAIL_MS, NOTICE_MAILS_PER_DAY } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn, WAIT_MS } from '#tests/support/notices.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const subjectsOf = async (member: Member) => (await noticesOn(site).inbox(member)).map(({ subject }) => subject)

test('a first message and a like are mailed after the wait, once, and say why they came', async () => {
  const { away, deliver, inbox, send, settle } = noticesOn(site)
  const [anna, ben] = [await away(), await away({ name: 'Benedict' })]
  await likesOn(site).like(ben, anna)
  await chatOn(site).say(ben, anna, 'I like your photo')
  await chatOn(site).say(ben, anna, 'Really')
  await settle()
  await send()
  expect(await inbox(anna)).toEqual([])

  await deliver()
  await deliver()
  const mails = await inbox(anna)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Rendezvous: there’s something new for you',
    'Rendezvous: you have a new message',
  ])
  for (const { html, text } of mails) {
    expect(html + text).not.toMatch(/Benedict|I like your photo/)
    expect(text).toContain('You’re receiving this email because')
    expect(text).toContain('/mail-preferences?token=')
  }
})

test('a mail has the headers of one-click unsubscription', async () => {
  const { away, deliver, inbox } = noticesOn(site)
  const [anna, ben] = [await away(), await away()]
  await likesOn(site).like(ben, anna)
  await deliver()
  const [mail] = await inbox(anna)
  const message = String(await site.context.mail.outbox?.findEml(mail?.id ?? '')).replaceAll(/\n[ \t]+/g, ' ')
  expect(message).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/mail-preferences\?token=[\w.-]+>$/m)
  expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(message).toMatch(/^Message-ID: <notice-\d+-[\w-]{24}@/m)
})

test('a member who chose details reads names and the beginning of messages, in their language', async () => {
  const { away, choose, deliver, inbox } = noticesOn(site)
  const [anna, ben] = [await away({ language: 'fr' }), await away({ name: 'Benedict' })]
  await choose(anna, { isDetailed: true })
  await chatOn(site).say(ben, anna, 'I like your photo')
  await deliver()
  const [mail] = await inbox(anna)
  expect(mail?.text).toContain('Benedict\u00a0: I like your photo')
  expect(mail?.subject).toBe('Rendezvous\u00a0: vous avez un nouveau message')
})

test.each<[string, string[], (anna: Member, ben: Member) => Promise<unknown>]>([
  ['was read', ['conversation seen', 'like seen'], async (anna, ben) => readAll(anna, ben)],
  [
    'comes from a member who was blocked meanwhile',
    ['conversation hidden', 'like hidden'],
    (anna, ben) => site.call(blockProfile, { params: { profileId: ben.profileId } }, anna),
  ],
  ['is to a paused member', ['conversation paused', 'like paused'], (anna) => setUser(anna, { pausedAt: new Date() })],
  ['is to a closed account', ['conversation gone', 'like gone'], (anna) => setUser(anna, { disabledAt: new Date() })],
  [
    'is to an address that is not confirmed',
    ['conversation unconfirmed', 'like unconfirmed'],
    (anna) => setUser(anna, { confirmedAt: null }),
  ],
  [
    'was switched off',
    ['conversation kind_off', 'like kind_off'],
    (anna) => noticesOn(site).disable(anna, ['new_conversations', 'like']),
  ],
  [
    'is to an address that bounces',
    ['conversation bounce', 'like bounce'],
    (anna) => noticesOn(site).disable(anna, ['bounce']),
  ],
])('what %s is not mailed: before it is queued, and after', async (_case, expected, happen) => {
  const { away, deliver, inbox, reasons, send, settle } = noticesOn(site)
  const [anna, eve, ben] = [await away(), await away(), await away()]
  for (const to of [anna, eve]) {
    await likesOn(site).like(ben, to)
    await chatOn(site).say(ben, to)
  }
  await site.context.events.drain()
  await happen(anna, ben)
  site.clock.advance(WAIT_MS)
  await settle()
  await happen(eve, ben)
  await send()
  await deliver()
  for (const member of [anna, eve]) {
    expect(await inbox(member)).toEqual([])
    expect((await reasons(member)).toSorted()).toEqual(expected)
  }
})

async function readAll(anna: Member, ben: Member) {
  const id = (await chatOn(site).openWith(anna, ben)).reply?.conversation?.id ?? ''
  await chatOn(site).read(anna, id, 1)
  await site.call(markLikesSeen, { body: { profiles: [ben.profileId] } }, anna)
  await noticesOn(site).setActive(anna, DAY)
}

async function setUser({ userId }: Member, values: object) {
  await site.context.db.updateTable('users').set(values).where('id', '=', userId).execute()
}

test('an erased sender and an erased recipient get and leave nothing', async () => {
  const { away, inbox, send, settle, states } = noticesOn(site)
  const [anna, ben, eve] = [await away(), await away(), await away()]
  await likesOn(site).like(ben, anna)
  await likesOn(site).like(anna, eve)
  await site.context.events.drain()
  site.clock.advance(WAIT_MS)
  await settle()
  await site.context.db.deleteFrom('users').where('id', 'in', [ben.userId, eve.userId]).execute()
  await send()
  expect([await inbox(anna), await inbox(eve)]).toEqual([[], []])
  expect(await states(anna)).toEqual(['like skipped gone'])
})

test('while a member is online the mail waits, and comes if it is unread when they have left', async () => {
  const { away, deliver, setActive } = noticesOn(site)
  const [anna, ben] = [await away({}, 0), await away()]
  await chatOn(site).say(ben, anna)
  await setActive(anna, -WAIT_MS)
  await deliver()
  expect(await subjectsOf(anna)).toEqual([])
  await deliver()
  expect(await subjectsOf(anna)).toHaveLength(1)
})

test('a conversation that stays unread is mailed about once a day, and again after it was read', async () => {
  const { away, deliver, reasons } = noticesOn(site)
  const [anna, ben] = [await away(), await away()]
  const { say, read } = chatOn(site)
  const id = await say(ben, anna)
  await deliver()
  await say(ben, anna)
  await deliver(HOUR)
  expect(await subjectsOf(anna)).toHaveLength(1)
  expect(await reasons(anna)).toEqual(['message repeated'])

  await read(anna, id, 2)
  await noticesOn(site).setActive(anna, DAY)
  await say(ben, anna)
  await deliver(HOUR)
  expect(await subjectsOf(anna)).toHaveLength(2)
  await say(ben, anna)
  await deliver(CONVERSATION_MAIL_MS)
  expect(await subjectsOf(anna)).toHaveLength(3)
})

test('a member gets only so many mails a day', async () => {
  const { away, deliver, reasons } = noticesOn(site)
  const anna = await away()
  for (let n = 0; n <= NOTICE_MAILS_PER_DAY; n += 1) {
    await likesOn(site).like(await away(), anna)
    await deliver()
  }
  expect(await subjectsOf(anna)).toHaveLength(NOTICE_MAILS_PER_DAY)
  expect(await reasons(anna)).toEqual(['like daily_limit'])
})

test('what happens in the quiet hours is mailed when they end, by the clock of the member', async () => {
  const { away, choose, deliver, advanceTo } = noticesOn(site)
  const [anna, ben] = [await away(), await away()]
  const hours = Array.from({ length: 7 }, () => ({ from: 22 * 60, to: 8 * 60 }))
  // In June Amsterdam is two hours ahead of UTC.
  await choose(anna, { quietHours: JSON.stringify(hours), timeZone: 'Europe/Amsterdam' })
  advanceTo(21)
  await noticesOn(site).setActive(anna, DAY)
  await likesOn(site).like(ben, anna)
  await deliver()
  expect(await subjectsOf(anna)).toEqual([])
  advanceTo(6)
  site.clock.advance(-MINUTE)
  await deliver(0)
  expect(await subjectsOf(anna)).toEqual([])
  await deliver(MINUTE)
  expect(await subjectsOf(anna)).toHaveLength(1)
})
