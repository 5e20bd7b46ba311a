import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { saveNotifications, subscribePush, unsubscribePush } from '#contract/accounts/calls.ts'
import { pushKinds } from '#contract/accounts/notification-kinds.ts'
import { NOTICE_PUSHES_PER_DAY } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { settleOverdue } from '#server/features/notifications/job-kinds.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { pushSubscription } from '#tests/support/fakes/push.ts'
import { noticesOn } from '#tests/support/notices.ts'
import { arbitraryMembers, isNight, quietNights, randomNoticesOn } from '#tests/support/random-notices.ts'

/*
 * Random sequences of events, preferences and answers of push services. No browser gets a message twice,
 * none that its member does not want, and the log says what became of each.
 */

const MEMBERS = 3

let site: TestApp

beforeAll(async () => {
  // Jobs that wait are run by the test, as the clock of the database is behind. The clocks change that night.
  site = await startTestApp({ clock: fixedClock('2040-10-27T09:00:00Z'), environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const { who, pair } = arbitraryMembers(MEMBERS)
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
      if (sleeper) await noticesOn(site).choose(sleeper, quietNights)
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
  await site.call(subscribePush, { body: { subscription } }, await randomNoticesOn(site).renewed(member))
}

async function unsubscribe(member: Member) {
  const row = await site.context.db
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', member.userId)
    .executeTakeFirst()
  if (row) await site.call(unsubscribePush, { body: row }, await randomNoticesOn(site).renewed(member))
}

async function perform(each: Operation, run: Run) {
  const { clock, context } = site
  const { renewed, meet, close } = randomNoticesOn(site)
  const memberAt = (index: number) => run.members[index] ?? run.members[0]!
  if ('pair' in each) {
    await meet(each.type, memberAt(each.pair[0]), memberAt(each.pair[1]))
    return context.events.drain()
  }
  if (each.type === 'wait') return clock.advance(each.minutes * MINUTE)
  if (each.type === 'run') return runJobs(run, each.outcomes)
  const member = memberAt(each.who)
  switch (each.type) {
    case 'choose':
      return site.call(saveNotifications, { body: { notifications_disabled: each.kinds } }, await renewed(member))
    case 'subscribe':
      return subscribe(member)
    case 'unsubscribe':
      return unsubscribe(member)
    default:
      return close(member, each.type)
  }
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
  if (user.timeZone) expect(isNight(site.clock.now())).toBe(false)
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
