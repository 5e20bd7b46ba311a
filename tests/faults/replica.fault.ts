import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { getMember, updateProfile } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/programs/database-proxy.ts'
import { freePort, isRunning, startProgram } from '#tests/support/programs/program.ts'
import { startReplicatedDatabase, type ReplicatedDatabase } from '#tests/support/programs/replicated-database.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'

/*
 * A server with a primary and a streaming replica that lags, hangs, is cut off and comes back. In the last
 * test the primary is lost and the replica takes its place.
 */

const SECRET = 'a secret of the test, long enough for the rule'

let database: ReplicatedDatabase
let proxy: DatabaseProxy
let site: TestApp
let ana: Member
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await startReplicatedDatabase()
  cleanups.push(() => database.close())
  proxy = await openDatabaseProxy(database.replica.connectionString)
  cleanups.push(() => proxy.close())
  const environment = { ...addressesOf(database.primary.connectionString), LOG_LEVEL: 'silent' }
  site = await startTestApp({ connectionString: database.primary.connectionString, environment })
  cleanups.push(() => site.close())
  ana = await buildMember(site.context)
})
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})
beforeEach(() => untilUsable(true))
afterEach(async () => {
  vi.restoreAllMocks()
  await resumeReplay()
})

/** The replica applies what it is about to apply before it pauses. */
async function pauseReplay() {
  await database.onReplica('select pg_wal_replay_pause()')
  await vi.waitFor(async () => {
    const rows = await database.onReplica('select pg_get_wal_replay_pause_state() as state')
    expect(rows).toEqual([{ state: 'paused' }])
  })
}

/** Does nothing on a server that was promoted. */
const resumeReplay = () => database.onReplica('select pg_wal_replay_resume() where pg_is_in_recovery()')

function addressesOf(primary: string) {
  // The host is empty in this connection string, which a URL must have.
  return { DATABASE_URL: primary.replace('@/', '@localhost/'), DATABASE_REPLICA_URL: proxy.connectionString }
}

function reads() {
  const { replica } = site.context
  if (!replica) throw new Error('no replica')
  return replica
}

function untilUsable(isUsable: boolean) {
  return vi.waitFor(() => expect(reads().isUsable()).toBe(isUsable), { timeout: 60_000 })
}

/** As between two checks: a fault of the replica has not been noticed yet. */
function assumeUsable() {
  vi.spyOn(reads(), 'isUsable').mockReturnValue(true)
}

async function changeName(name: string) {
  const { status, headers } = await site.call(updateProfile, { body: { name } }, ana)
  expect(status).toBe(200)
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** Returns the name that Ana's profile has for a reader. */
async function nameFor(caller: { cookie: string }) {
  const { reply } = await site.call(getMember, { params: { profileId: ana.profileId } }, caller)
  return reply?.member.name
}

async function isReplicaRead(after: number) {
  const { rows } = await reads().after(after)((db) =>
    sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(db),
  )
  return rows[0]?.isReplica
}

test('a member who changed something sees it at once, and reads from the replica when that has it, too', async () => {
  const before = await nameFor(ana)
  await pauseReplay()
  assumeUsable()
  const position = await changeName('Annabel')
  expect(position).toMatch(/^position=\d+$/)
  // Without the position the replica is read, which still has the former name.
  expect(await nameFor(ana)).toBe(before)
  expect(await nameFor({ cookie: `${ana.cookie}; ${position}` })).toBe('Annabel')
  expect(await nameFor({ cookie: `${ana.cookie}; position=nonsense` })).toBe('Annabel')
  await resumeReplay()
  await vi.waitFor(async () => expect(await isReplicaRead(Number(position.split('=')[1]))).toBe(true))
  expect(await nameFor({ cookie: `${ana.cookie}; ${position}` })).toBe('Annabel')
})

test('a replica that lags is not read until it has caught up', async () => {
  await pauseReplay()
  await changeName('Antonia')
  await untilUsable(false)
  expect(reads().lagSeconds()).toBeGreaterThan(1)
  expect(await nameFor(ana)).toBe('Antonia')
  await resumeReplay()
  await untilUsable(true)
  await vi.waitFor(() => expect(reads().lagSeconds()).toBeLessThan(1))
  await vi.waitFor(async () => expect(await isReplicaRead(0)).toBe(true))
  expect(await nameFor(ana)).toBe('Antonia')
})

test('a replica that is cut off fails no request, not even before it is noticed', async () => {
  const search = () => site.call(searchMembers, { query: {} }, ana)
  await vi.waitFor(async () => expect(await isReplicaRead(0)).toBe(true))
  assumeUsable()
  await proxy.cut()
  expect((await search()).status).toBe(200)
  expect(await isReplicaRead(0)).toBe(false)
  vi.restoreAllMocks()
  await untilUsable(false)
  expect((await search()).status).toBe(200)
  await proxy.restore()
  await untilUsable(true)
})

test('a replica that answers no more is not read', async () => {
  proxy.hang()
  await untilUsable(false)
  expect(await isReplicaRead(0)).toBe(false)
  await proxy.restore()
  await untilUsable(true)
})

test('a statement that fails for another reason than the replica is not repeated', async () => {
  assumeUsable()
  const run = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('a fault of the program')))
  await expect(reads().after(0)(run)).rejects.toThrow('a fault of the program')
  expect(run).toHaveBeenCalledOnce()
})

test('when the primary is lost and the replica takes its place, writers go on and nothing acknowledged is lost', async ({
  annotate,
}) => {
  const count = IS_FULL ? 40 : 3
  // Their sessions are for a program of its own, whose clock is the real one.
  const context = { ...site.context, clock: systemClock }
  const buyers = await buildMembers(context, count, {})
  const spenders = await buildMembers(context, count, { credits: 1_000_000 })
  const owners = await buildMembers(context, 2, { isPremium: true, photos: ['public', 'private', 'private'] })
  await database.beSynchronous()
  // The address of the primary, which moves as that of a cluster does.
  const address = await openDatabaseProxy(database.primary.connectionString)
  cleanups.push(() => address.close())
  const port = await freePort()
  const server = startProgram([process.execPath, 'tests/support/programs/server-program.ts'], {
    ...addressesOf(address.connectionString),
    DATA_DIR: await mkdtemp(join(inject('testFolder'), 'failover-')),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    APP_SECRET: SECRET,
    DEMO_MEMBERS: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
  })
  cleanups.push(async () => {
    server.kill('SIGTERM')
    await server.ended
  })
  await server.waitForOutput('Ready')

  const load = new SiteLoad({ origin: `http://localhost:${port}`, secret: SECRET, retryMs: 50 })
  load.start({ buyers, spenders, owners })
  await load.untilAcknowledged(10)
  database.primary.kill()
  // It may move too early: the replica rejects writes until it is promoted.
  address.moveTo(database.replica.connectionString)
  await load.untilFailed(10)
  await database.onReplica('select pg_promote()')
  await load.untilAcknowledged(10)
  await load.stop()

  await annotate(`acknowledged: ${load.count()}; repeated: ${load.failures.length}`)
  const { db, close } = openDatabase({ connectionString: database.replica.connectionString })
  cleanups.push(close)
  expect(await load.brokenPromises({ db })).toEqual([])
  expect(isRunning(server.pid)).toBe(true)
}, 600_000)
