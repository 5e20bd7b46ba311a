import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { buildApp } from '#server/app.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import {
  databasePid,
  freePort,
  isRunning,
  startProgram,
  waitForExit,
  type Program,
} from '#tests/support/programs/program.ts'

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

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const ownerInput = {
  isPremium: true,
  photos: ['public' as const, ...Array.from({ length: PRIVATE_PHOTOS }, () => 'private' as const)],
}

/** A PostgreSQL with durable settings, whose program restarts it after a crash, and a server on it. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  const database = startProgram([process.execPath, 'tests/support/programs/database-program.ts', dataDir])
  cleanups.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => stop(database),
  )
  const connectionString = /ready (\S+)/.exec(await database.waitForOutput('ready postgresql'))?.[1] ?? ''
  await migrate({ connectionString })
  const port = await freePort()
  const settings = {
    DATA_DIR: join(dataDir, 'server'),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    APP_SECRET: SECRET,
    DEMO_MEMBERS: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const startServer = async () => {
    const environment = { ...settings, DATABASE_URL: connectionString.replace('@/', '@localhost/') }
    const program = startProgram([process.execPath, 'tests/support/programs/server-program.ts'], environment)
    await program.waitForOutput('Ready')
    return program
  }
  let server = await startServer()
  cleanups.push(() => stop(server))
  return {
    port,
    /** Opens a context on the same database, as long as `work` takes. */
    async withContext<Result>(work: (context: AppContext) => Promise<Result>) {
      const config = loadConfig({ ...settings, DATA_DIR: join(dataDir, 'test') })
      const context = await createAppContext({
        config,
        log: createLog(config),
        database: openDatabase({ connectionString }),
      })
      const app = await buildApp(context, { withWeb: false })
      try {
        return await work(context)
      } finally {
        await app.close()
        await context.close()
      }
    },
    async killServer() {
      server.kill('SIGKILL')
      await server.ended
      server = await startServer()
    },
    /** SIGQUIT is an immediate stop: no checkpoint, and the processes of connections end at once. */
    async killDatabase(signal: 'SIGKILL' | 'SIGQUIT') {
      const restarts = () => database.stderr().split('database started again').length
      const before = restarts()
      process.kill(await databasePid(dataDir), signal)
      // The program that watches it starts it again.
      await vi.waitFor(() => expect(restarts()).toBe(before + 1))
      expect(isRunning(server.pid)).toBe(true)
    },
    /** Kills the process of one connection. PostgreSQL then ends all of them and recovers by itself. */
    async killBackend() {
      const query = async (text: string) => {
        const client = new pg.Client({ connectionString })
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
      expect(isRunning(server.pid)).toBe(true)
    },
  }
}

async function stop(program: Program) {
  program.kill('SIGTERM')
  await program.ended
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
