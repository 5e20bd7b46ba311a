import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveNotifications } from '#contract/accounts/calls.ts'
import { getLikes } from '#contract/likes/calls.ts'
import { addVisit, countVisitors } from '#contract/profiles/visit-calls.ts'
import { CREDITS_REMINDER_MS, NOTICE_LOG_DAYS, NOTICE_MAILS_PER_DAY, UNREAD_REMINDER_MS } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { clearNoticeLog, queueRegular } from '#server/features/notifications/job-kinds.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn } from '#tests/support/notices.ts'
import { retryAt } from '../rules.ts'
import { QUEUE_LIMIT } from './regular-mails.ts'
import { sendText } from './send-text.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', MAILS_PER_DOMAIN_MINUTE: '1000000' } })
})
afterAll(() => site.close())

const only = (...kinds: string[]) =>
  ['new_conversations', 'new_messages', 'like', 'unread_message_reminders', 'weekly_updates', 'reminders'].filter(
    (kind) => !kinds.includes(kind),
  )

/** Builds a member who gets only mails of some kinds. */
async function getting(kinds: string[], input: Parameters<ReturnType<typeof noticesOn>['away']>[0] = {}) {
  const notices = noticesOn(site)
  const member = await notices.away(input)
  await notices.disable(member, only(...kinds))
  return member
}

const subjectsOf = async (member: Member) => (await noticesOn(site).inbox(member)).map(({ subject }) => subject)

test('the weekly mail has the numbers of the pages, comes once a week, and not without anything new', async () => {
  const { choose, deliverRegular, inbox, reasons, run, send } = noticesOn(site)
  const [anna, quiet] = [await getting(['weekly_updates']), await getting(['weekly_updates'])]
  const [ben, carl, fiction] = [
    await noticesOn(site).away(),
    await noticesOn(site).away(),
    await noticesOn(site).away({ isFictional: true }),
  ]
  await choose(anna, { isDetailed: true })
  await likesOn(site).like(ben, anna)
  await likesOn(site).like(carl, anna)
  await chatOn(site).say(ben, anna)
  for (const visitor of [ben, carl, fiction])
    await site.call(addVisit, { params: { profileId: anna.profileId } }, visitor)
  const pages = {
    likes: (await site.call(getLikes, {}, anna)).reply?.num_new,
    visits: (await site.call(countVisitors, {}, anna)).reply?.count,
  }
  expect(pages).toEqual({ likes: 2, visits: 2 })
  for (const member of [anna, quiet]) await choose(member, { digestAt: site.clock.now() })
  await deliverRegular()
  await deliverRegular()
  const mails = await inbox(anna)
  expect(mails).toHaveLength(1)
  for (const line of ['Unread messages: 1', 'New likes: 2', 'New visitors: 2']) expect(mails[0]?.text).toContain(line)
  expect(await reasons(quiet)).toEqual(['weekly_updates nothing_new'])
  site.clock.advance(7 * DAY - HOUR)
  await deliverRegular()
  expect(await inbox(anna)).toHaveLength(1)
  site.clock.advance(HOUR)
  await deliverRegular()
  expect(await inbox(anna)).toHaveLength(2)
  await run(queueRegular)
  await send()
  expect(await inbox(anna)).toHaveLength(2)
})

test('what fictional profiles do brings no mail and is in no number of one', async () => {
  const { choose, deliverRegular, inbox, reasons } = noticesOn(site)
  const kinds = ['weekly_updates', 'unread_message_reminders', 'new_messages', 'new_conversations', 'like']
  const [anna, bea] = [await getting(kinds), await getting(kinds)]
  const fiction = await noticesOn(site).away({ isFictional: true })
  const ben = await noticesOn(site).away()
  for (const member of [anna, bea]) {
    await chatOn(site).say(fiction, member)
    await likesOn(site).like(fiction, member)
    await site.call(addVisit, { params: { profileId: member.profileId } }, fiction)
  }
  await chatOn(site).say(ben, bea)
  await noticesOn(site).deliver()
  site.clock.advance(UNREAD_REMINDER_MS)
  for (const member of [anna, bea]) await choose(member, { reminderAt: site.clock.now(), digestAt: site.clock.now() })
  await choose(bea, { isDetailed: true })
  await deliverRegular()
  expect(await inbox(anna)).toEqual([])
  expect(await reasons(anna)).toContain('weekly_updates nothing_new')
  const mails = await inbox(bea)
  expect(mails.map(({ subject }) => subject)).toContain('Rendezvous: a message is still waiting')
  const weekly = mails.find(({ text }) => text.includes('Unread messages'))?.text
  expect(weekly).toContain('Unread messages: 1')
  expect(weekly).not.toMatch(/New (?:likes|visitors)/)
})

test('messages that stay unread bring one reminder, and another one when there are newer ones', async () => {
  const { deliverRegular } = noticesOn(site)
  const anna = await getting(['unread_message_reminders'])
  const ben = await noticesOn(site).away()
  const consider = async (ms: number) => {
    site.clock.advance(ms)
    await noticesOn(site).choose(anna, { reminderAt: site.clock.now() })
    await deliverRegular()
    return (await subjectsOf(anna)).length
  }
  await chatOn(site).say(ben, anna)
  expect(await consider(UNREAD_REMINDER_MS - HOUR)).toBe(0)
  expect(await consider(HOUR)).toBe(1)
  expect(await consider(10 * DAY)).toBe(1)
  await chatOn(site).say(ben, anna)
  expect(await consider(UNREAD_REMINDER_MS)).toBe(2)
  expect(await subjectsOf(anna)).toEqual([
    'Rendezvous: a message is still waiting',
    'Rendezvous: 2 messages are still waiting',
  ])
})

test('a sign-up without photo or text, and unused credits, bring one reminder each', async () => {
  const { choose, deliverRegular, setActive } = noticesOn(site)
  const unfinished = await getting(['reminders'], { credits: 0, signedUpMsAgo: 2 * DAY })
  const finished = await getting(['reminders'], { about: 'Sailing', photos: ['public'], credits: 5 })
  const here = await getting(['reminders'], { about: 'Sailing', photos: ['public'], credits: 5 })
  await setActive(unfinished, 2 * DAY)
  await setActive(finished, CREDITS_REMINDER_MS)
  for (let n = 0; n < 3; n += 1) {
    for (const member of [unfinished, finished, here]) await choose(member, { reminderAt: site.clock.now() })
    await deliverRegular()
    site.clock.advance(DAY)
  }
  expect(await subjectsOf(unfinished)).toEqual(['Rendezvous: your account isn’t finished yet'])
  expect(await subjectsOf(finished)).toEqual(['Rendezvous: you still have credits'])
  expect(await subjectsOf(here)).toEqual([])
})

test('a reminder does not come again once the night has deleted what is stored of it', async () => {
  const { choose, deliverRegular, run } = noticesOn(site)
  const anna = await getting(['unread_message_reminders', 'reminders'])
  await chatOn(site).say(await noticesOn(site).away(), anna)
  for (const ms of [UNREAD_REMINDER_MS, (NOTICE_LOG_DAYS + 1) * DAY, CREDITS_REMINDER_MS]) {
    site.clock.advance(ms)
    await run(clearNoticeLog)
    await choose(anna, { reminderAt: site.clock.now() })
    await deliverRegular()
  }
  expect(await subjectsOf(anna)).toEqual(['Rendezvous: a message is still waiting'])
})

test('why there is no reminder is logged once, and again when it is for another reason', async () => {
  const { choose, reasons, run, setActive } = noticesOn(site)
  const anna = await getting([], { about: 'Sailing', photos: ['public'], credits: 5 })
  await setActive(anna, CREDITS_REMINDER_MS)
  const consider = async () => {
    await choose(anna, { reminderAt: site.clock.now() })
    await run(queueRegular)
    site.clock.advance(DAY)
  }
  for (let n = 0; n < 3; n += 1) await consider()
  expect(await reasons(anna)).toEqual(['reminders kind_off'])
  await site.context.db.updateTable('users').set({ pausedAt: site.clock.now() }).where('id', '=', anna.userId).execute()
  for (let n = 0; n < 2; n += 1) await consider()
  expect(await reasons(anna)).toEqual(['reminders kind_off', 'reminders paused'])
})

test('why there is no weekly mail is logged again after one that was sent', async () => {
  const { choose, reasons, run, send } = noticesOn(site)
  const anna = await getting(['weekly_updates'])
  const week = async () => {
    await choose(anna, { digestAt: site.clock.now() })
    await run(queueRegular)
    await send()
    site.clock.advance(7 * DAY)
  }
  await week()
  await week()
  await likesOn(site).like(await noticesOn(site).away(), anna)
  await week()
  await site.context.db.updateTable('likeCounts').set({ newLikes: 0 }).where('userId', '=', anna.userId).execute()
  await week()
  const weekly = (await reasons(anna)).filter((reason) => reason.startsWith('weekly_updates'))
  expect(weekly).toEqual(['weekly_updates nothing_new', 'weekly_updates nothing_new'])
})

test('a text of the operator reaches those who asked for it, in their language, once', async () => {
  const { away, deliverRegular, inbox } = noticesOn(site)
  // There is no text in Finnish.
  const [anna, zoe] = [await away({ language: 'fi' }), await away({ language: 'fr' })]
  const [silent, changed] = [await away(), await away()]
  const say = (member: Member, kinds: 'news'[]) =>
    site.call(saveNotifications, { body: { notifications_disabled: ['promotions', ...kinds] } }, member)
  for (const member of [anna, zoe, changed]) await say(member, [])
  await say(changed, ['news'])
  site.clock.advance(HOUR)
  const texts = {
    en: { subject: 'We have moved', paragraphs: ['To a new address.'] },
    fr: { subject: 'Nous avons déménagé', paragraphs: ['À une nouvelle adresse.'] },
  }
  expect(await sendText(site.context, { key: 'moved', kind: 'news', siteId: null, texts })).toBe(true)
  expect(await sendText(site.context, { key: 'moved', kind: 'news', siteId: null, texts })).toBe(false)
  await deliverRegular()
  await deliverRegular()
  expect(await subjectsOf(anna)).toEqual(['We have moved'])
  expect((await inbox(anna)).map(({ html }) => html).join()).toContain('lang="en"')
  expect((await inbox(zoe)).map(({ text }) => text).join()).toContain('À une nouvelle adresse.')
  expect([await subjectsOf(silent), await subjectsOf(changed)]).toEqual([[], []])
})

test('weekly mails of many members are queued in batches while the queue is short, and none twice', async () => {
  const { choose, run, send, deliverRegular } = noticesOn(site)
  const members: Member[] = []
  const ben = await noticesOn(site).away()
  for (let n = 0; n < 8; n += 1) {
    const member = await getting(['weekly_updates'])
    await likesOn(site).like(ben, member)
    await choose(member, { digestAt: new Date(site.clock.now().getTime() - n * HOUR) })
    members.push(member)
  }
  const { context } = site
  await Promise.all([run(queueRegular), run(queueRegular), run(queueRegular)])
  await Promise.all([send(), deliverRegular()])
  for (const member of members) expect(await subjectsOf(member)).toHaveLength(1)
  const queued = await context.db.selectFrom('noticeMails').selectAll().where('state', '=', 'queued').execute()
  expect(queued).toEqual([])
})

/** Stores mails that a member got, one each hour, the last of them an hour ago. */
async function storeSent({ userId }: Member, count: number) {
  const { clock, db } = site.context
  for (let n = count; n > 0; n -= 1) {
    const at = new Date(clock.now().getTime() - n * HOUR)
    await db
      .insertInto('noticeMails')
      .values({ id: newId(clock), userId, kind: 'like', domain: '', state: 'sent', createdAt: at, runAt: at })
      .execute()
  }
}

test('a text of the operator that is one mail too many for the day comes as soon as it is not', async () => {
  const { away, deliverRegular, states } = noticesOn(site)
  const [full, free] = [await away(), await away()]
  for (const member of [full, free])
    await site.call(saveNotifications, { body: { notifications_disabled: ['promotions'] } }, member)
  site.clock.advance(HOUR)
  await storeSent(full, NOTICE_MAILS_PER_DAY)
  await storeSent(free, NOTICE_MAILS_PER_DAY - 1)
  const texts = { en: { subject: 'A new app', paragraphs: ['It is here.'] } }
  await sendText(site.context, { key: 'app', kind: 'news', siteId: null, texts })
  await deliverRegular()
  expect(await subjectsOf(free)).toEqual(['A new app'])
  // The first of the six ends to count a day after it was sent.
  site.clock.advance(DAY - NOTICE_MAILS_PER_DAY * HOUR - MINUTE)
  await deliverRegular()
  expect([await subjectsOf(full), (await states(full)).at(-1)]).toEqual([[], 'news queued'])
  site.clock.advance(MINUTE)
  await deliverRegular()
  expect(await subjectsOf(full)).toEqual(['A new app'])
})

test('mails that wait for their members hold back no regular mails of others, and those that are due do', async () => {
  const { choose, run, states } = noticesOn(site)
  const { clock, db } = site.context
  const [quiet, ben] = [await noticesOn(site).away(), await noticesOn(site).away()]
  const queued = { userId: quiet.userId, kind: 'weekly_updates', domain: '', state: 'queued', createdAt: clock.now() }
  const morning = new Date(clock.now().getTime() + 8 * HOUR)
  for (const [wait, expected] of [
    // Held by quiet hours, also after a first try; then those that the mail server did not take, and those
    // due.
    [{ runAt: morning }, ['weekly_updates queued']],
    [{ runAt: morning, attempts: 1 }, ['weekly_updates queued']],
    [{ runAt: retryAt(clock.now(), 20), attempts: 20 }, []],
    [{ runAt: clock.now() }, []],
  ] as const) {
    const member = await getting(['weekly_updates'])
    await likesOn(site).like(ben, member)
    await choose(member, { digestAt: clock.now() })
    const rows = Array.from({ length: QUEUE_LIMIT }, () => ({ ...queued, ...wait, id: newId(clock) }))
    await db.insertInto('noticeMails').values(rows).execute()
    await run(queueRegular)
    expect(await states(member)).toEqual(expected)
    await db.deleteFrom('noticeMails').execute()
  }
})
