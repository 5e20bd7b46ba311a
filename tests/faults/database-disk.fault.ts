import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getStatement } from '#contract/credits/calls.ts'
import { SECOND } from '#contract/time.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { startDurableSite } from '#tests/support/programs/durable-site.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'

/*
 * The disk of the database is full, first for tables, then for the write-ahead log: PostgreSQL then stops,
 * and cannot start before there is space. A small file system in memory is the disk.
 */

const SECRET = 'a secret of the test, long enough for the rule'
const MEGABYTES = 1024
/** One sentence for the developer, with which the test is skipped where file systems cannot be mounted. */
const noMount = 'The test of a full disk under the database mounts a file system in memory, which only root may.'

let disk: string
let isMounted: boolean
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  disk = join(folder, 'disk')
  await mkdir(disk)
  isMounted = mount('-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=711`, 'tmpfs')
  if (isMounted) cleanups.push(async () => execFileSync('umount', ['--lazy', disk]))
  skip(!isMounted, noMount)
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

function mount(...args: string[]) {
  try {
    execFileSync('mount', [...args, disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const resize = (size: string) => mount('-o', `remount,size=${size}`)

/** Makes the file system as large as what is in it. Fails while the database writes; then it is more. */
async function fillDisk() {
  await vi.waitFor(async () => {
    const { blocks, bfree, bsize } = await statfs(disk)
    expect(resize(`${(blocks - bfree) * bsize}`)).toBe(true)
  })
  await sleep(20)
}

const freeDisk = () => expect(resize(`${MEGABYTES}m`)).toBe(true)

test(
  'while the disk of the database is full, calls end with 503; what was acknowledged is there, and all goes on',
  async () => {
    const folder = join(disk, '..')
    const site = await startDurableSite({ folder, databaseDir: disk, secret: SECRET, cleanups })
    const { buyers, spenders, owners } = await site.withContext(async (context) => ({
      buyers: await buildMembers(context, 3, {}),
      spenders: await buildMembers(context, 3, { credits: 1_000_000 }),
      owners: await buildMembers(context, 2, { isPremium: true, photos: ['public', 'private', 'private'] }),
    }))
    const origin = `http://localhost:${site.port}`
    const load = new SiteLoad({ origin, secret: SECRET, retryMs: 50 })
    load.start({ buyers, spenders, owners })
    await load.untilAcknowledged(5)

    // Tables cannot grow, while the log can: it has files for later.
    await asSuperuser(site.connectionString, async (client) => {
      for (let files = 0; files < 5; files += 1) await beginFile(client)
      await client.query('checkpoint')
    })
    const failed = load.failures.length + 20
    // Again and again, because PostgreSQL deletes files of the log.
    while (load.failures.length < failed) await fillDisk()
    const { entries } = await callsTo(origin, spenders[0])(getStatement, { query: {} })
    expect(entries.length).toBeGreaterThan(0)
    freeDisk()
    await load.untilAcknowledged(5)

    // The log cannot grow: PostgreSQL ends, and its next starts fail.
    const endedBefore = endsOf(site.database.stderr())
    await fillDisk()
    await fillLog(site.connectionString)
    await vi.waitFor(() => expect(endsOf(site.database.stderr())).toBeGreaterThan(endedBefore), { timeout: 60_000 })
    freeDisk()
    await load.untilAcknowledged(5)
    await load.stop()

    expect(load.failures.filter((failure) => !isUnavailable(failure))).toEqual([])
    expect(await site.withContext((context) => load.brokenPromises(context))).toEqual([])
  },
  600 * SECOND,
)

function endsOf(errors: string) {
  return errors.split('database ended unexpectedly').length + errors.split('database cannot be started').length
}

function isUnavailable(failure: string) {
  return /request\.unavailable|answer(?:s|ed with) 503/.test(failure)
}

async function asSuperuser(connectionString: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({
    connectionString: connectionString.replace('rendezvous@/rendezvous', 'postgres@/postgres'),
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Begins a file of the log. The message is there because an empty file would not be left. */
function beginFile(client: pg.Client) {
  return client.query("select pg_logical_emit_message(true, 'filler', ''), pg_switch_wal()")
}

/** Begins files of the log until one cannot be written. The load may have ended PostgreSQL before. */
async function fillLog(connectionString: string) {
  const fill = asSuperuser(connectionString, async (client) => {
    for (;;) await beginFile(client)
  })
  await fill.catch(() => {})
}
