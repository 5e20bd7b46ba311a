import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { saveNotifications, subscribePush, unsubscribePush } from '#contract/accounts/calls.ts'
import { pushKinds } from '#contract/accounts/notification-kinds.ts'
import { NOTICE_PUSHES_PER_DAY } from '#contract/limits.ts'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { settleOverdue } from '#server/features/notifications/job-kinds.ts'
import { isQuiet } from '#server/features/notifications/quiet-hours.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { chatOn } from '#tests/support/chat.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn } from '#tests/support/notices.ts'

/*
 * Random sequences of events, preferences and answers of push services. No browser gets a message twice,
 * none that its member does not want, and the log says what became of each.
 */

const MEMBERS = 3
const night = { from: 22 * 60, to: 7 * 60 }
const hours = Array.from({ length: 7 }, () => night)
const timeZone = 'Europe/Amsterdam'

let site: TestApp

beforeAll(async () => {
  // Jobs that wait are run by the test, as the clock of the database is behind. The clocks change that night.
  site = await startTestApp({ clock: fixedClock('2040-10-27T09:00:00Z'), environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const who = fc.nat({ max: MEMBERS - 1 })
const pair = fc.tuple(who, who).filter(([a, b]) => a !== b)
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('like', 'say', 'say', 'read' as const), pair }) },
  fc.record({ type: fc.constantFrom('block', 'unblock' as const), pair }),
  fc.record({ type: fc.constant('choose' as const), who, kinds: fc.subarray([...pushKinds]) }),
  fc.record({
    type: fc.constantFrom('subscribe', 'subscribe', 'unsubscribe', 'pause', 'ban', 'come back', 'come back' as const),
    who,
  }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), minutes: fc.constantFrom(1, 45, 400) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('run' as const),
      outcomes: fc.array(fc.constantFrom('sent', 'sent', 'sent', 'later', 'gone', 'rejected' as const), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never
type Outcome = Extract<Operation, { type: 'run' }>['outcomes'][number]

interface Run {
  members: readonly Member[]
  /** What a push service took. */
  taken: { endpoint: string; userId: number }[]
}

test('no push message is sent to who does not want it, and the log agrees with what was taken', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 60, maxLength: 90 }), async (operations) => {
      const members: Member[] = []
      for (let n = 0; n < MEMBERS; n += 1) members.push(await buildMember(site.context, { credits: 1000 }))
      const [, sleeper] = members
      if (sleeper) await noticesOn(site).choose(sleeper, { quietHours: JSON.stringify(hours), timeZone })
      for (const member of members) await subscribe(member)
      const run: Run = { members, taken: [] }
      for (const each of operations) await perform(each, run)
      for (let n = 0; n < 8; n += 1) {
        site.clock.advance(5 * HOUR)
        await runJobs(run, ['sent'])
      }
      await checkAll(run)
      sent += run.taken.length
    }),
    { numRuns: IS_FULL ? 100 : 3, endOnFailure: true },
  )
  expect(sent).toBeGreaterThan(0)
})

async function subscribe(member: Member) {
  const subscription = pushSubscription()
  await site.call(subscribePush, { body: { subscription } }, await renewed(member))
}

async function unsubscribe(member: Member) {
  const row = await site.context.db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', member.userId)
    .executeTakeFirst()
  if (row) await site.call(unsubscribePush, { body: row }, await renewed(member))
}

async function perform(each: Operation, run: Run) {
  const { clock, context } = site
  const memberAt = (index: number) => run.members[index] ?? run.members[0]!
  if ('pair' in each) return meet(each.type, memberAt(each.pair[0]), memberAt(each.pair[1]))
  if (each.type === 'wait') return clock.advance(each.minutes * MINUTE)
  if (each.type === 'run') return runJobs(run, each.outcomes)
  const member = memberAt(each.who)
  const setClosed = (closed: { pausedAt?: Date | null; disabledAt?: Date | null }) =>
    context.db.updateTable('users').set(closed).where('id', '=', member.userId).execute()
  switch (each.type) {
    case 'choose':
      return site.call(saveNotifications, { body: { notifications_disabled: each.kinds } }, await renewed(member))
    case 'subscribe':
      return subscribe(member)
    case 'unsubscribe':
      return unsubscribe(member)
    case 'pause':
      return setClosed({ pausedAt: clock.now() })
    case 'ban':
      return setClosed({ disabledAt: clock.now() })
    case 'come back':
      return setClosed({ pausedAt: null, disabledAt: null })
  }
}

/** Sessions do not end while the clock runs for weeks. */
async function renewed(member: Member) {
  const now = site.clock.now()
  const expiresAt = new Date(now.getTime() + 100 * DAY)
  await site.context.db
    .updateTable('sessions')
    .set({ expiresAt, lastUsedAt: now })
    .where('userId', '=', member.userId)
    .execute()
  return member
}

/** Calls may be rejected, as after a block. */
async function meet(type: string, from: Member, to: Member) {
  await renewed(from)
  await renewed(to)
  if (type === 'like') await likesOn(site).like(from, to)
  if (type === 'say') await chatOn(site).send(from, to)
  if (type === 'block') await site.call(blockProfile, { params: { profileId: to.profileId } }, from)
  if (type === 'unblock') await site.call(unblockProfile, { params: { profileId: to.profileId } }, from)
  if (type === 'read') {
    const conversation = (await chatOn(site).openWith(from, to)).reply?.conversation
    if (conversation?.id) await chatOn(site).read(from, conversation.id, 1)
  }
  // The calls made them active.
  for (const member of [from, to]) await noticesOn(site).setActive(member, HOUR)
  await site.context.events.drain()
}

/** Runs what waits, as if its time had come. What a push service gets is checked at that moment. */
async function runJobs({ taken }: Run, outcomes: readonly Outcome[]) {
  const { context } = site
  const failures: unknown[] = []
  let attempts = 0
  const spy = vi.spyOn(context.push, 'send').mockImplementation(async ({ endpoint }) => {
    const type = outcomes[attempts % outcomes.length] ?? 'sent'
    attempts += 1
    // A job that fails is tried again, so the failure is kept.
    const userId = await checkRecipient(endpoint).catch((error: unknown) => void failures.push(error))
    if (type === 'sent' && userId) taken.push({ endpoint, userId })
    return type === 'later' ? { type, afterMs: null } : { type }
  })
  await noticesOn(site).run(settleOverdue)
  await context.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await context.jobs.runDue()
  spy.mockRestore()
  if (failures.length > 0) throw failures[0]
}

async function checkRecipient(endpoint: string) {
  const { db } = site.context
  const user = await db
    .selectFrom('pushSubscriptions')
    .innerJoin('users', 'users.id', 'pushSubscriptions.userId')
    .innerJoin('noticeMembers', 'noticeMembers.userId', 'users.id')
    .select(['users.id', 'users.pausedAt', 'users.disabledAt', 'users.notificationsDisabled', 'timeZone'])
    .where('endpoint', '=', endpoint)
    .executeTakeFirstOrThrow()
  expect([user.pausedAt, user.disabledAt]).toEqual([null, null])
  expect(pushKinds.every((kind) => user.notificationsDisabled.includes(kind))).toBe(false)
  if (user.timeZone) expect(isQuiet(site.clock.now(), { hours, timeZone })).toBe(false)
  return user.id
}

async function checkAll({ members, taken }: Run) {
  for (const { userId } of members) {
    const log = await site.context.db
      .selectFrom('noticeLog')
      .select(['kind', 'otherId', 'seq', 'reason', 'pushedAt', 'decidedAt'])
      .where('userId', '=', userId)
      .where('channel', '=', 'push')
      .execute()
    // Each that counts as sent was taken by a browser, and no other was.
    expect(log.filter(({ reason, pushedAt }) => (reason === null) !== (pushedAt !== null))).toEqual([])
    const own = taken.filter((each) => each.userId === userId)
    const sentEntries = log.filter(({ reason }) => reason === null)
    expect(sentEntries.length).toBeLessThanOrEqual(own.length)
    expect(sentEntries.length > 0).toBe(own.length > 0)
    const keys = sentEntries.map(({ kind, otherId, seq }) => `${kind} ${otherId} ${seq}`)
    expect(new Set(keys).size).toBe(keys.length)
    // Of one notice a browser gets one message.
    const browsers = Map.groupBy(own, ({ endpoint }) => endpoint)
    for (const messages of browsers.values()) expect(messages.length).toBeLessThanOrEqual(sentEntries.length)
    const times = sentEntries.map(({ decidedAt }) => decidedAt.getTime()).toSorted((a, b) => a - b)
    const tooMany = times.filter((time, index) => time - (times[index - NOTICE_PUSHES_PER_DAY] ?? 0) < DAY)
    expect(tooMany).toEqual([])
  }
}
