import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resumeMails, saveNotifications } from '#contract/accounts/calls.ts'
import { emailKinds, pushKinds, stopReasonOf } from '#contract/accounts/notification-kinds.ts'
import { NOTICE_MAILS_PER_DAY } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { noticesOn } from '#tests/support/notices.ts'
import { arbitraryMembers, isNight, quietNights, randomNoticesOn } from '#tests/support/random-notices.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { queueRegular, sendNoticeMails, settleOverdue } from '#server/features/notifications/job-kinds.ts'
import { unsubscribe } from '#server/features/notifications/preferences.ts'
import { recordBounce } from '#server/features/notifications/reports/record-report.ts'
import { sendText } from './send-text.ts'
import { preferencesToken } from './signed-ids.ts'

/*
 * Random sequences of events, preferences and crashes. No mail is sent twice, none to who
 * does not want it, and no event is in two mails.
 */

const MEMBERS = 4
/** Of the operator, to the members who chose such mails. */
const text = { siteId: null, texts: { en: { subject: 'News', paragraphs: ['There is news.'] } } }

let site: TestApp

beforeAll(async () => {
  // Begins before the clocks change in autumn.
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', MAILS_PER_DOMAIN_MINUTE: '1000000' } })
  site.clock.advance(Date.parse('2026-10-23T09:00:00Z') - site.clock.now().getTime())
})
afterAll(() => site.close())

const { who, pair } = arbitraryMembers(MEMBERS)
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('like', 'say', 'say', 'read' as const), pair }) },
  fc.record({ type: fc.constantFrom('block', 'unblock' as const), pair }),
  fc.record({ type: fc.constant('choose' as const), who, kinds: fc.subarray([...emailKinds]) }),
  fc.record({
    type: fc.constantFrom('unsubscribe', 'bounce', 'resume', 'resume', 'active' as const),
    who,
  }),
  fc.record({ type: fc.constant('text' as const), kind: fc.constantFrom('news', 'promotions' as const) }),
  fc.record({ type: fc.constantFrom('pause', 'ban', 'delete', 'come back', 'come back' as const), who }),
  {
    arbitrary: fc.record({ type: fc.constant('wait' as const), minutes: fc.constantFrom(1, 16, 16, 45, 400, 1500) }),
    weight: 2,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('run' as const),
      jobs: fc.constantFrom(['settle'], ['settle'], ['queue'], ['send'], ['settle', 'queue', 'send']),
      outcome: fc.constantFrom('sent', 'sent', 'sent', 'later', 'unknown', 'killed before', 'killed after' as const),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never

interface Delivered {
  id: string
  userId: number
  at: Date
}

test('no mail is sent twice, or to who does not want it, whatever happens', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 60, maxLength: 90 }), async (operations) => {
      const members = []
      for (let n = 0; n < MEMBERS; n += 1) members.push(await buildMember(site.context, { credits: 1000 }))
      for (const member of members.slice(1)) await noticesOn(site).choose(member, quietNights)
      const delivered: Delivered[] = []
      for (const each of operations) await perform(each, members, delivered)
      // Then nothing disturbs any more.
      for (let n = 0; n < 8; n += 1) {
        site.clock.advance(5 * HOUR)
        await runJobs(delivered, 'sent')
      }
      await checkAll(members, delivered)
      sent += delivered.length
    }),
    { numRuns: IS_FULL ? 200 : 4, endOnFailure: true },
  )
  expect(sent).toBeGreaterThan(0)
})

async function perform(operation_: Operation, members: readonly Member[], delivered: Delivered[]) {
  const { context, clock } = site
  const { renewed, meet, close } = randomNoticesOn(site)
  const memberAt = (index: number) => members[index] ?? members[0]!
  if ('pair' in operation_) return meet(operation_.type, memberAt(operation_.pair[0]), memberAt(operation_.pair[1]))
  if (operation_.type === 'wait') return clock.advance(operation_.minutes * MINUTE)
  if (operation_.type === 'text') return sendText(context, { ...text, kind: operation_.kind, key: randomUUID() })
  if (operation_.type === 'run') return runJobs(delivered, operation_.outcome, operation_.jobs)
  const member = memberAt(operation_.who)
  switch (operation_.type) {
    case 'choose':
      return site.call(
        saveNotifications,
        { body: { notifications_disabled: [...operation_.kinds, ...pushKinds] } },
        await renewed(member),
      )
    case 'unsubscribe':
      return unsubscribe(context, preferencesToken(context.config, member))
    case 'bounce':
      return recordBounce(context, { email: member.email, type: 'permanent' })
    case 'resume':
      return site.call(resumeMails, {}, await renewed(member))
    case 'active':
      return noticesOn(site).setActive(member, 0)
    default:
      return close(member, operation_.type)
  }
}

const kinds = { settle: settleOverdue, queue: queueRegular, send: sendNoticeMails }

type Fate = 'sent' | 'later' | 'unknown' | 'killed before' | 'killed after'

/** Runs all jobs. What the mail server gets is checked at that moment, and recorded. */
async function runJobs(delivered: Delivered[], fate: Fate, names: readonly string[] = Object.keys(kinds)) {
  const { context, clock } = site
  const failures: unknown[] = []
  const spy = vi.spyOn(context.mail, 'deliver').mockImplementation(async ({ id, userId }) => {
    if (fate === 'killed before') throw new Error('killed')
    if (fate === 'later') return { type: 'later', isAnswered: true, error: new Error('later') }
    // A job that fails is tried again, so the failure is kept.
    await checkRecipient(userId, id).catch((error: unknown) => failures.push(error))
    delivered.push({ id, userId, at: clock.now() })
    if (fate === 'killed after') throw new Error('killed')
    return fate === 'unknown' ? { type: 'unknown', error: new Error('no answer') } : { type: 'sent' }
  })
  await noticesOn(site).run(...Object.entries(kinds).flatMap(([name, kind]) => (names.includes(name) ? [kind] : [])))
  // A killed worker's job is another's.
  await context.database.pool.query('delete from graphile_worker._private_jobs')
  spy.mockRestore()
  if (failures.length > 0) throw failures[0]
}

async function checkRecipient(userId: number, id: string) {
  const { db } = site.context
  const mailId = Number(id.split('-')[1])
  const { kind } = await db.selectFrom('noticeMails').select('kind').where('id', '=', mailId).executeTakeFirstOrThrow()
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  expect(user.notificationsDisabled).not.toContain(kind)
  expect([user.pausedAt, user.disabledAt, user.deletedAt, stopReasonOf(user.notificationsDisabled)]).toEqual([
    null,
    null,
    null,
    undefined,
  ])
  const choice = await db
    .selectFrom('noticeMembers')
    .select('timeZone')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (choice.timeZone) expect(isNight(site.clock.now())).toBe(false)
}

async function checkAll(members: readonly Member[], delivered: readonly Delivered[]) {
  const { db } = site.context
  const ids = delivered.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { userId } of members) {
    const own = delivered.filter((each) => each.userId === userId)
    const rows = await db
      .selectFrom('noticeMails')
      .select(['id', 'state', 'kind', 'createdAt'])
      .where('userId', '=', userId)
      .execute()
    // None is left behind, and each that was delivered is known as sent, or as not known.
    expect(rows.filter(({ state }) => state === 'sending')).toEqual([])
    const states = own.map(({ id }) => rows.find((row) => String(row.id) === id.split('-')[1])?.state)
    expect(states.filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([])
    const times = rows
      .filter(({ state }) => state === 'sent' || state === 'unknown')
      .map(({ createdAt }) => createdAt.getTime())
      .toSorted((a, b) => a - b)
    const tooMany = times.filter((time, index) => time - (times[index - NOTICE_MAILS_PER_DAY] ?? 0) < DAY)
    expect(tooMany).toEqual([])
    const events = await db
      .selectFrom('noticeLog')
      .select(['kind', 'otherId', 'seq', 'mailId'])
      .where('userId', '=', userId)
      .where('channel', '=', 'mail')
      .where('reason', 'is', null)
      .execute()
    const keys = events.map(({ kind, otherId, seq }) => `${kind} ${otherId} ${seq}`)
    expect(new Set(keys).size).toBe(keys.length)
  }
}
