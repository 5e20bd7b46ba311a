import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { DELETION_DAYS, DORMANT_DAYS } from '#contract/limits.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { eraseDeletedAccounts, handleDormantAccounts } from '#server/features/accounts/jobs.ts'
import { lockLogin } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/service.ts'
import { liftSuspension, suspendAccount } from '#server/features/accounts/suspension.ts'
import { recordActivity } from '#server/features/search/service.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { savePause } from './deletion.ts'
import { handleDormant } from './dormancy.ts'

const YEAR = DORMANT_DAYS * DAY

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** What the job does, without the mails that it queues. */
function runNight(most: { perNight?: number; nights?: number } = {}) {
  const { signal } = new AbortController()
  return handleDormant(site.context, { signal, ...most })
}

async function runJob(job: typeof handleDormantAccounts) {
  const { jobs, db } = site.context
  await jobs.enqueue(db, job, {})
  await jobs.runDue()
}

/** Returns what became of an account: the templates of the mails about it, and whether it is hidden. */
async function stateOf({ userId }: Member) {
  const account = await site.context.db
    .selectFrom('users')
    .select(['pausedAt', 'deletedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isPaused: account.pausedAt !== null, isDeleted: account.deletedAt !== null, mails: await countMails(userId) }
}

/** Counts the queued mails, also those that are no longer built; without those about log-ins. */
async function countMails(userId: number) {
  const { rows } = await site.context.database.pool.query<{ template: string; n: number }>(
    `select payload ->> 'template' as template, count(*)::int as n from graphile_worker._private_jobs
    where (payload ->> 'userId')::bigint = $1 and payload ->> 'template' in ('dormant', 'deletion', 'restored')
    group by 1`,
    [userId],
  )
  return Object.fromEntries(rows.map(({ template, n }) => [template, n]))
}

const untouched = { isPaused: false, isDeleted: false, mails: {} }
const hidden = { isPaused: true, isDeleted: false, mails: { dormant: 1 } }
const deleted = { isPaused: true, isDeleted: true, mails: { dormant: 1, deletion: 1 } }

/** Logs in and loads a page, whose activity is stored. Returns the session. */
async function use({ email, password, userId }: Member) {
  const { status, headers } = await site.call(contract.logIn, { body: { email, password } })
  expect(status).toBe(200)
  await recordActivity(site.context, { userIds: [userId] })
  return sent(sessionCookie(headers))
}

/** Builds a member who was notified that the account is hidden, at the time that the clock then shows. */
async function buildHidden(input: Parameters<typeof buildMember>[1] = {}) {
  const member = await buildMember(site.context, input)
  site.clock.advance(YEAR)
  await runNight()
  expect(await stateOf(member)).toEqual(hidden)
  return member
}

describe('an account that is not used', () => {
  test('is hidden and notified once at the limit, and not a millisecond earlier', async () => {
    const member = await buildMember(site.context, { language: 'fr' })
    site.clock.advance(YEAR - 1)
    await runNight()
    expect(await stateOf(member)).toEqual(untouched)
    site.clock.advance(1)
    await runNight()
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    expect(await mailsAbout(site.context, member)).toMatchObject([
      {
        template: 'dormant',
        to: member.email,
        language: 'fr',
        props: { until: new Date(site.clock.now().getTime() + YEAR).toISOString() },
      },
    ])
    const friend = await buildMember(site.context)
    expect((await site.call(getMember, { params: { profileId: member.profileId } }, friend)).status).toBe(404)
  })

  test('is deleted at the second limit with a mail that says why, then erased by the nightly erasure', async () => {
    const member = await buildHidden({ language: 'de', credits: 5 })
    site.clock.advance(YEAR - 1)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    site.clock.advance(1)
    await runNight()
    await runNight()
    expect(await stateOf(member)).toEqual(deleted)
    expect((await mailsAbout(site.context, member)).at(-1)).toMatchObject({
      template: 'deletion',
      language: 'de',
      props: { isDormant: true },
    })
    const users = site.context.db.selectFrom('users').select('id').where('id', '=', member.userId)
    site.clock.advance(DELETION_DAYS * DAY - 1)
    await runJob(eraseDeletedAccounts)
    expect(await users.execute()).toHaveLength(1)
    site.clock.advance(1)
    await runJob(eraseDeletedAccounts)
    expect(await users.execute()).toEqual([])
  })

  test('comes back by a log-in and one press, and is counted again from there', async () => {
    const member = await buildHidden()
    site.clock.advance(YEAR - 1)
    const session = await use(member)
    expect((await site.call(contract.getUser, {}, session)).reply?.user).toMatchObject({ is_paused: true })
    const resumed = await site.call(contract.resumeAccount, {}, session)
    expect(resumed.reply?.user).toMatchObject({ is_paused: false, pause_ends_at: null })
    site.clock.advance(YEAR - 1)
    await runNight()
    expect(await stateOf(member)).toMatchObject({ isPaused: false, isDeleted: false })
    site.clock.advance(1)
    await runNight()
    expect(await stateOf(member)).toEqual({ ...hidden, mails: { dormant: 2 } })
  })

  test('is counted again from a log-in without the press', async () => {
    const member = await buildHidden()
    site.clock.advance(YEAR - 1)
    await use(member)
    site.clock.advance(1)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    site.clock.advance(YEAR)
    await runNight()
    expect(await stateOf(member)).toEqual({ ...hidden, mails: { dormant: 2 } })
  })

  test('is counted again from the link of the second mail, also where that does not log in', async () => {
    const member = await buildHidden()
    site.clock.advance(YEAR)
    await runNight()
    const token = await linkToken(site.context, { ...member, template: 'deletion' })
    const stranger = await buildMember(site.context)
    expect((await site.call(contract.openLink, { params: { token } }, stranger)).status).toBe(200)
    await runNight()
    site.clock.advance(YEAR - 1)
    await runNight()
    const mails = { dormant: 1, deletion: 1, restored: 1 }
    expect(await stateOf(member)).toEqual({ isPaused: true, isDeleted: false, mails })
    site.clock.advance(1)
    await runNight()
    expect(await stateOf(member)).toEqual({ isPaused: true, isDeleted: false, mails: { ...mails, dormant: 2 } })
  })

  test('is notified and deleted by the same times where the member had paused it', async () => {
    const member = await buildMember(site.context)
    await site.call(contract.pauseAccount, { body: { length: 'open' } }, member)
    const pausedAt = site.clock.now()
    await recordActivity(site.context, { userIds: [member.userId] })
    site.clock.advance(YEAR)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    const { db } = site.context
    const account = db.selectFrom('users').select('pausedAt').where('id', '=', member.userId)
    expect(await account.executeTakeFirst()).toEqual({ pausedAt })
    site.clock.advance(YEAR)
    await runNight()
    expect(await stateOf(member)).toEqual(deleted)
  })

  test('is notified again, not deleted, where an operator has ended the pause', async () => {
    const member = await buildHidden()
    await site.context.transaction((tx) => savePause(tx, { userId: member.userId, pause: null }))
    site.clock.advance(YEAR)
    await runNight()
    expect(await stateOf(member)).toEqual({ ...hidden, mails: { dormant: 2 } })
  })

  test('is notified again, not deleted, after a suspension that ended after the first mail', async () => {
    const member = await buildHidden()
    const { userId } = member
    const at = site.clock.now()
    await site.context.transaction((tx) => suspendAccount(tx, { userId, at, until: null }))
    site.clock.advance(YEAR)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    await site.context.transaction((tx) => liftSuspension(tx, { userId }))
    await runNight()
    expect(await stateOf(member)).toEqual({ ...hidden, mails: { dormant: 2 } })
  })
})

describe('an account in privacy mode, of which only the day is stored,', () => {
  /** The middle of a day: no test depends on the time at which it runs. */
  function advanceToNoon() {
    const now = site.clock.now().getTime()
    site.clock.advance(DAY - (now % DAY) + 12 * HOUR)
  }

  test('counts as used until the end of that day', async () => {
    advanceToNoon()
    const member = await buildMember(site.context, { isPrivate: true })
    site.clock.advance(YEAR + 12 * HOUR - 1)
    await runNight()
    expect(await stateOf(member)).toEqual(untouched)
    site.clock.advance(1)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
  })

  test('is not deleted where the member was back on the day of the first mail', async () => {
    advanceToNoon()
    const member = await buildMember(site.context, { isPrivate: true })
    site.clock.advance(YEAR + DAY)
    await runNight()
    expect(await stateOf(member)).toEqual(hidden)
    site.clock.advance(MINUTE)
    await use(member)
    site.clock.advance(YEAR + DAY)
    await runNight()
    expect(await stateOf(member)).toEqual({ ...hidden, mails: { dormant: 2 } })
  })
})

test('fictional, unconfirmed, disabled and deleted accounts are left alone', async () => {
  const { context, clock } = site
  const fictional = await buildMember(context, { isFictional: true })
  const unconfirmed = await buildMember(context, { isConfirmed: false })
  const disabled = await buildMember(context)
  const gone = await buildMember(context)
  const setDate = (column: 'disabledAt' | 'deletedAt', { userId }: Member) =>
    context.db
      .updateTable('users')
      .set({ [column]: clock.now() })
      .where('id', '=', userId)
      .execute()
  await setDate('disabledAt', disabled)
  await setDate('deletedAt', gone)
  for (let n = 0; n < 2; n += 1) {
    clock.advance(YEAR)
    await runNight()
  }
  for (const member of [fictional, unconfirmed, disabled]) expect(await stateOf(member)).toEqual(untouched)
  expect(await stateOf(gone)).toEqual({ ...untouched, isDeleted: true })
})

test('a log-in whose activity is not stored keeps the account, also while the job waits for it', async () => {
  const { context, clock } = site
  const member = await buildMember(context)
  const early = await buildMember(context)
  clock.advance(YEAR)
  await site.call(contract.logIn, { body: { email: early.email, password: early.password } })
  const { passwordHash } = await context.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow()
  let night: Promise<void> = Promise.resolve()
  await context.transaction(async (tx) => {
    // As a log-in does.
    expect(await lockLogin(tx, { id: member.userId, passwordHash })).toBe(true)
    night = runNight()
    await waitForLock(context)
    await startSession(context, tx, member.userId)
  })
  await night
  for (const each of [member, early]) expect(await stateOf(each)).toEqual(untouched)
})

test('a device that was used keeps the account when its session is gone', async () => {
  const { context, clock } = site
  const member = await buildMember(context)
  clock.advance(DAY)
  const { headers } = await site.call(contract.logIn, { body: { email: member.email, password: member.password } })
  await site.call(contract.logOut, {}, sent(sessionCookie(headers)))
  clock.advance(YEAR - 1)
  await runNight()
  expect(await stateOf(member)).toEqual(untouched)
})

test('runs at the same time send one mail', async () => {
  const member = await buildMember(site.context)
  site.clock.advance(YEAR)
  await Promise.all([runNight(), runNight(), runNight()])
  expect(await stateOf(member)).toEqual(hidden)
  site.clock.advance(YEAR)
  await Promise.all([runNight(), runNight(), runNight()])
  expect(await stateOf(member)).toEqual(deleted)
})

test('the nightly job does it, and its mail is sent', async () => {
  const member = await buildMember(site.context)
  site.clock.advance(YEAR)
  await runJob(handleDormantAccounts)
  expect(await stateOf(member)).toEqual({ ...hidden, mails: {} })
})

test('a member who came back before the mail was sent gets none', async () => {
  const member = await buildHidden()
  await site.call(contract.resumeAccount, {}, await use(member))
  expect(await countMails(member.userId)).toEqual({ dormant: 1 })
  const mails = await mailsAbout(site.context, member)
  expect(mails.filter(({ template }) => template === 'dormant')).toEqual([])
})

test('a night handles no more than its limit, on a large site a share, and a stop ends it between two accounts', async () => {
  const { context, clock } = site
  // Those of other tests are no longer due.
  await context.db.updateTable('users').set({ disabledAt: clock.now() }).execute()
  const members = [await buildMember(context), await buildMember(context), await buildMember(context)]
  clock.advance(YEAR)
  const countHidden = async () => {
    const states = await Promise.all(members.map((member) => stateOf(member)))
    return states.filter(({ isPaused }) => isPaused).length
  }
  await handleDormant(context, { signal: AbortSignal.abort() })
  expect(await countHidden()).toBe(0)
  await runNight({ perNight: 1 })
  expect(await countHidden()).toBe(1)
  const { users } = await context.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow()
  await runNight({ perNight: 0, nights: users })
  expect(await countHidden()).toBe(2)
  await runNight({ perNight: 1 })
  expect(await countHidden()).toBe(3)
})
