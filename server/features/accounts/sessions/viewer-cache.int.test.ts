import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { getUser, logIn, logOut } from '#contract/accounts/calls.ts'
import { DAY } from '#contract/time.ts'
import { Notifications } from '#server/platform/postgres/notifications.ts'
import { Realtime } from '#server/platform/realtime/hub.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { ViewerCache } from './viewer-cache.ts'

let site: TestApp
/** The cache of another node, which shares nothing with the site but the database. */
let viewers: ViewerCache
let notifications: Notifications
let realtime: Realtime
let member: Member

beforeAll(async () => {
  site = await startTestApp({ keepsViewers: true })
})
afterAll(() => site.close())

beforeEach(async () => {
  const { database, db, clock, log } = site.context
  notifications = new Notifications({ pool: database.pool, log })
  realtime = new Realtime({ log, clock })
  viewers = new ViewerCache({ db, clock, notifications, realtime })
  await viewers.start()
  member = await buildMember(site.context)
  await received()
})
afterEach(async () => {
  viewers.stop()
  await notifications.close()
})

/** Waits for the announcements of all changes so far, which arrive in order, also those of new members. */
async function received() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unlisten = await notifications.listen({ channel: 'received', onNotification: () => resolve(), onGap: () => {} })
  await sql`select pg_notify('received', '')`.execute(site.context.db)
  await promise
  unlisten()
}

/** Changes the database without the notification, which shows what is read from memory. */
async function silently(change: () => Promise<unknown>) {
  const { db } = site.context
  const tables = ['users', 'sessions', 'account_balances']
  for (const table of tables) await sql`alter table ${sql.ref(table)} disable trigger user`.execute(db)
  await change()
  for (const table of tables) await sql`alter table ${sql.ref(table)} enable trigger user`.execute(db)
}

const setLanguage = (language: string) =>
  site.context.db.updateTable('users').set({ language }).where('id', '=', member.userId).execute()
const endSession = () => site.context.db.deleteFrom('sessions').where('tokenHash', '=', member.sessionHash).execute()
const find = () => viewers.find(member.sessionHash)
const isLoggedIn = async () => (await site.call(getUser, {}, member)).reply?.user !== null

describe('a viewer', () => {
  test('is kept in memory', async () => {
    // No time passes, however long the changes take.
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await find()
    await silently(() => setLanguage('fr'))
    expect((await find())?.language).toBe('en')
    elapsed.mockRestore()
  })

  test('is read again for a request that may change something, and for the next one', async () => {
    await find()
    await silently(() => setLanguage('fr'))
    expect((await viewers.findFresh(member.sessionHash))?.language).toBe('fr')
    expect((await find())?.language).toBe('fr')
  })

  test('is not kept while its session ends, whichever is first', async () => {
    const pending = find()
    realtime.closeSession(member.sessionHash)
    await pending
    await silently(endSession)
    expect(await find()).toBeNull()
  })

  test('is not kept for longer than some seconds', async () => {
    await find()
    await silently(endSession)
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000)
    expect(await find()).toBeNull()
    elapsed.mockRestore()
  })

  test('ends with the session', async () => {
    await find()
    const later = vi.spyOn(site.clock, 'now').mockReturnValue(new Date(site.clock.now().getTime() + 400 * DAY))
    expect(await find()).toBeNull()
    later.mockRestore()
  })

  test('is not kept while notifications cannot arrive', async () => {
    await find()
    const listeners = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'rendezvous listen' and datname = current_database()`
    await silently(endSession)
    await listeners.execute(site.context.db)
    await vi.waitFor(async () => expect(await find()).toBeNull())
  })
})

describe('on the node of the call', () => {
  test('a log-out ends the session for the next request', async () => {
    expect(await isLoggedIn()).toBe(true)
    await site.call(logOut, {}, member)
    expect(await isLoggedIn()).toBe(false)
  })

  test('a new log-in of the same browser ends the former session', async () => {
    expect(await isLoggedIn()).toBe(true)
    await site.call(logIn, { body: { email: member.email, password: member.password } }, member)
    expect(await isLoggedIn()).toBe(false)
  })

  test('a log-out ends it also while requests of the session run', async () => {
    const requests = Array.from({ length: 20 }, () => isLoggedIn())
    const out = site.call(logOut, {}, member)
    await Promise.all([...requests, out])
    expect(await isLoggedIn()).toBe(false)
  })
})

describe('on every node', () => {
  // Time stands still: cached viewers would otherwise expire while a test waits for their removal.
  let elapsed: MockInstance<typeof performance.now>
  beforeEach(() => {
    elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  })
  afterEach(() => elapsed.mockRestore())

  test.each([
    ['a log-out', () => site.call(logOut, {}, member)],
    ['a session deleted in SQL', endSession],
    ['all sessions deleted in SQL', () => site.context.db.deleteFrom('sessions').execute()],
    ['a disabled account', () => mark('disabled_at')],
    ['a deleted account', () => mark('deleted_at')],
    ['an erased account', () => site.context.db.deleteFrom('users').where('id', '=', member.userId).execute()],
  ])('%s ends the session', async (_, end) => {
    expect([await isLoggedIn(), (await find())?.userId]).toEqual([true, member.userId])
    await end()
    await vi.waitFor(async () => expect([await isLoggedIn(), await find()]).toEqual([false, null]))
  })

  test('the sessions of many accounts end at once', async () => {
    const others = await Promise.all(Array.from({ length: 30 }, () => buildMember(site.context)))
    for (const { sessionHash } of others) await viewers.find(sessionHash)
    const ids = others.map(({ userId }) => userId)
    await site.context.db.updateTable('users').set({ disabledAt: new Date() }).where('id', 'in', ids).execute()
    await vi.waitFor(async () => {
      for (const { sessionHash } of others) expect(await viewers.find(sessionHash)).toBeNull()
    })
  })

  test('language and premium are those of the database', async () => {
    expect(await find()).toMatchObject({ language: 'en', isPremium: false })
    await setLanguage('fr')
    await vi.waitFor(async () => expect(await find()).toMatchObject({ language: 'fr' }))
    await sql`update account_balances set premium_since = now() where user_id = ${member.userId}`.execute(
      site.context.db,
    )
    await vi.waitFor(async () => expect(await find()).toMatchObject({ isPremium: true }))
  })

  test('premium that begins with the first spent credit is that of the database', async () => {
    const { db } = site.context
    const waiting = { balance: 5, creditsUntilPremium: 2 }
    await db.updateTable('accountBalances').set(waiting).where('userId', '=', member.userId).execute()
    expect(await find()).toMatchObject({ isPremium: false })
    await sql`update account_balances set balance = balance - 2 where user_id = ${member.userId}`.execute(db)
    await vi.waitFor(async () => expect(await find()).toMatchObject({ isPremium: true }))
  })

  test.each([
    ['looking_for', 'male', { lookingFor: 'male' }],
    ['country', 'FR', { country: 'FR' }],
    ['birth_date', '1980-02-03', { birthDate: '1980-02-03' }],
    ['cell', 4711, { cell: 4711 }],
  ])('%s is that of the profile', async (column, value, expected) => {
    await sql`update profiles set looking_for = 'female' where user_id = ${member.userId}`.execute(site.context.db)
    expect(await find()).not.toMatchObject(expected)
    await sql`update profiles set ${sql.ref(column)} = ${value} where user_id = ${member.userId}`.execute(
      site.context.db,
    )
    await vi.waitFor(async () => expect(await find()).toMatchObject(expected))
  })

  async function mark(column: 'disabled_at' | 'deleted_at') {
    await sql`update users set ${sql.ref(column)} = now() where id = ${member.userId}`.execute(site.context.db)
  }
})
