import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { startDurableSite } from '#tests/support/programs/durable-site.ts'
import { databasePid, isRunning, waitForExit } from '#tests/support/programs/program.ts'

/** `KILLS=100` changes the number of kills alone. */
const KILLS = Number(process.env['KILLS'] ?? (IS_FULL ? 100 : 3))
const BUYERS = IS_FULL ? 200 : 3
const SPENDERS = IS_FULL ? 800 : 3
const SECRET = 'a secret of the test, long enough for the rule'
/** Each member asks again after this: a thousand of them, less often. */
const RETRY_MS = IS_FULL ? 1000 : 50
/** Members whose private photos are unlocked, a few more for a longer run, and who receive the messages. */
const OWNERS = 2 + Math.ceil(KILLS / 10) + (IS_FULL ? 40 : 0)
const PRIVATE_PHOTOS = 24

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const ownerInput = {
  isPremium: true,
  photos: ['public' as const, ...Array.from({ length: PRIVATE_PHOTOS }, () => 'private' as const)],
}

/** A site, and how to kill parts of it. */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const site = await startDurableSite({ folder, databaseDir: folder, secret: SECRET, cleanups })
  return {
    ...site,
    /** SIGQUIT is an immediate stop: no checkpoint, and the processes of connections end at once. */
    async killDatabase(signal: 'SIGKILL' | 'SIGQUIT') {
      const restarts = () => site.database.stderr().split('database started again').length
      const before = restarts()
      process.kill(await databasePid(site.databaseDir), signal)
      // The program that watches it starts it again.
      await vi.waitFor(() => expect(restarts()).toBe(before + 1))
      expect(isRunning(site.serverPid())).toBe(true)
    },
    /** Kills the process of one connection. PostgreSQL then ends all of them and recovers by itself. */
    async killBackend() {
      const query = async (text: string) => {
        const client = new pg.Client({ connectionString: site.connectionString })
        client.on('error', () => {})
        await client.connect()
        try {
          return await client.query<{ pid: number }>(text)
        } finally {
          await client.end()
        }
      }
      const { rows } = await query(
        "select pid from pg_stat_activity where application_name = 'rendezvous' order by random() limit 1",
      )
      if (!rows[0]) throw new Error('the server has no connection')
      process.kill(rows[0].pid, 'SIGKILL')
      // Until it has ended, PostgreSQL accepts connections that it ends a moment later.
      await waitForExit(rows[0].pid)
      await vi.waitFor(() => query('select 1'))
      expect(isRunning(site.serverPid())).toBe(true)
    },
  }
}

test(
  `kill -9 of the server and of PostgreSQL, ${KILLS} times, during purchases and spends: nothing is lost, doubled or orphaned`,
  async ({ annotate }) => {
    const site = await start()
    const { buyers, spenders, owners } = await site.withContext(async (context) => ({
      buyers: await buildMembers(context, BUYERS, {}),
      spenders: await buildMembers(context, SPENDERS, { credits: 1_000_000 }),
      owners: await buildMembers(context, OWNERS, ownerInput),
    }))
    const kinds = [
      () => site.killServer(),
      () => site.killDatabase('SIGKILL'),
      () => site.killBackend(),
      () => site.killServer(),
      () => site.killDatabase('SIGQUIT'),
    ]
    const load = new SiteLoad({ origin: `http://localhost:${site.port}`, secret: SECRET, retryMs: RETRY_MS })
    load.start({ buyers, spenders, owners })
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.untilAcknowledged()
      // Not after the same number of statements each time.
      await sleep(Math.random() * 500)
      await kinds[kill % kinds.length]?.()
    }
    await sleep(300)
    await load.stop()

    const { acknowledged } = load
    const sizes = [acknowledged.orders.size, acknowledged.messages.size, acknowledged.photos.size]
    await annotate(`${KILLS} kills; acknowledged: ${sizes[0]} purchases, ${sizes[1]} messages, ${sizes[2]} photos`)
    for (const size of sizes) expect(size).toBeGreaterThan(0)
    expect(await site.withContext((context) => load.brokenPromises(context))).toEqual([])
  },
  300 * SECOND + KILLS * 20 * SECOND + (BUYERS + SPENDERS) * SECOND,
)
