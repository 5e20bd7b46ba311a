import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/chat/calls.ts'
import { createOrder, getOrder } from '#contract/payments/calls.ts'
import { SECOND } from '#contract/time.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { buildApp } from '#server/app.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { signatureOf, SIGNATURE_HEADER } from '#server/features/payments/providers/sandbox-signature.ts'
import { loadConfig } from '#server/config.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import {
  databasePid,
  freePort,
  isRunning,
  startProgram,
  waitForExit,
  type Program,
} from '#tests/support/programs/program.ts'
import { callsTo, randomAddress } from '#tests/support/audits/site-calls.ts'

/** `KILLS=100` changes the number of kills alone. */
const KILLS = Number(process.env['KILLS'] ?? (IS_FULL ? 100 : 3))
const BUYERS = IS_FULL ? 200 : 3
const SPENDERS = IS_FULL ? 800 : 3
const SECRET = 'a secret of the test, long enough for the rule'
/** Each member asks again after this: a thousand of them, less often. */
const RETRY_MS = IS_FULL ? 1000 : 50
/** Members whose private photos are unlocked, a few more for a longer run, and who receive the messages. */
const OWNERS = 2 + Math.ceil(KILLS / 10) + (IS_FULL ? 40 : 0)
/** Members built at a time: each needs a connection of the pool. */
const BUILT_AT_ONCE = 8
const PRIVATE_PHOTOS = 24

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const ownerInput = {
  isPremium: true,
  photos: ['public' as const, ...Array.from({ length: PRIVATE_PHOTOS }, () => 'private' as const)],
}

/** What was acknowledged to the members, which must be there at the end. */
const acknowledged = { orders: new Map<string, number>(), messages: new Set<string>(), photos: new Set<string>() }

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

type Site = Awaited<ReturnType<typeof start>>

/** Repeats a call until it is answered, as the web app does. */
async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch {
      await sleep(RETRY_MS)
    }
  }
}

/** Buys bundles one after the other: order, payment at the sandbox, its webhook again and again. */
async function buy({ port }: Site, member: Member, isOver: () => boolean) {
  const origin = `http://localhost:${port}`
  const call = callsTo(origin, member)
  while (!isOver()) {
    const body = { clientId: randomUUID(), bundle: 'p0', method: 'ideal' } as const
    const { order, checkoutUrl } = await untilAnswered(() => call(createOrder, { body }))
    await untilAnswered(() => pay(origin + checkoutUrl))
    acknowledged.orders.set(order.id, order.credits)
    const ref = checkoutUrl.split('/').at(-1) ?? ''
    await untilAnswered(async () => {
      await report(origin, ref)
      const answer = await call(getOrder, { params: { orderId: order.id } })
      if (answer.order.status !== 'completed') throw new Error('not yet')
    })
  }
}

/** Presses 'pay' on the page of the sandbox, which sends two webhooks. */
async function pay(url: string) {
  const body = new URLSearchParams({ status: 'completed', webhook: 'twice' })
  const { status } = await fetch(url, { method: 'POST', body, headers: randomAddress(), redirect: 'manual' })
  if (status !== 303) throw new Error(`the page answers ${status}`)
}

async function report(origin: string, ref: string) {
  const body = JSON.stringify({ eventId: newPublicId(), ref })
  const signature = signatureOf({ secret: SECRET, body: Buffer.from(body), now: new Date() })
  const headers = { ...randomAddress(), 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
  const { status } = await fetch(`${origin}/api/payments/webhooks/sandbox`, { method: 'POST', body, headers })
  if (status !== 204) throw new Error(`the webhook is answered with ${status}`)
}

/** Sends messages and unlocks photos, one after the other. */
async function spend({ port }: Site, member: Member, owners: Member[], isOver: () => boolean) {
  const call = callsTo(`http://localhost:${port}`, member)
  const partner = owners[member.userId % owners.length]
  if (!partner) throw new Error('no owner')
  const photoIds = owners.flatMap((owner) => owner.photoIds.slice(1))
  for (let n = 0; !isOver(); n += 1) {
    const clientId = randomUUID()
    // Every fifth is a gift.
    const content = n % 5 === 4 ? ({ kind: 'gift', gift: 'rose', body: '' } as const) : { body: `Message ${n}` }
    const input = { params: { profileId: partner.profileId }, body: { clientId, ...content } }
    await untilAnswered(() => call(sendMessage, input))
    acknowledged.messages.add(clientId)
    const photoId = n % 10 === 0 ? photoIds[n / 10] : undefined
    if (!photoId) continue
    await untilAnswered(() => call(unlockPhoto, { params: { photoId }, body: {} }))
    acknowledged.photos.add(`${member.userId} ${photoId}`)
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
    let isOver = false
    const working = [
      ...buyers.map((member) => buy(site, member, () => isOver)),
      ...spenders.map((member) => spend(site, member, owners, () => isOver)),
    ]
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilAcknowledged()
      // Not after the same number of statements each time.
      await sleep(Math.random() * 500)
      await kinds[kill % kinds.length]?.()
    }
    await sleep(300)
    isOver = true
    await Promise.all(working)

    const sizes = [acknowledged.orders.size, acknowledged.messages.size, acknowledged.photos.size]
    await annotate(`${KILLS} kills; acknowledged: ${sizes[0]} purchases, ${sizes[1]} messages, ${sizes[2]} photos`)
    for (const size of sizes) expect(size).toBeGreaterThan(0)
    await site.withContext(expectPromises)
  },
  300 * SECOND + KILLS * 20 * SECOND + (BUYERS + SPENDERS) * SECOND,
)

/** Waits until something more was acknowledged, so that each kill ends a server that works. */
async function untilAcknowledged() {
  const count = () => acknowledged.orders.size + acknowledged.messages.size + acknowledged.photos.size
  const before = count()
  while (count() === before) await sleep(10)
}

async function buildMembers(context: AppContext, count: number, input: Parameters<typeof buildMember>[1]) {
  const members: Member[] = []
  while (members.length < count) {
    const length = Math.min(BUILT_AT_ONCE, count - members.length)
    members.push(...(await Promise.all(Array.from({ length }, () => buildMember(context, input)))))
  }
  return members
}

async function expectPromises({ db }: AppContext) {
  expect([...(await auditMoney(db)), ...(await auditChat(db))]).toEqual([])
  const purchases = await db
    .selectFrom('creditLedger')
    .select(['ref', 'amount'])
    .where('kind', '=', 'purchase')
    .execute()
  expect(new Map(purchases.map(({ ref, amount }) => [ref, amount]))).toEqual(acknowledged.orders)
  const messages = await db.selectFrom('messages').select('clientId').execute()
  const stored = messages.map(({ clientId }) => clientId)
  expect(new Set(stored).size).toBe(stored.length)
  expect([...acknowledged.messages].filter((clientId) => !stored.includes(clientId))).toEqual([])
  const unlocks = await db
    .selectFrom('photoUnlocks')
    .innerJoin('photos', 'photos.id', 'photoUnlocks.photoId')
    .select(['photoUnlocks.userId', 'photos.publicId'])
    .execute()
  const unlocked = new Set(unlocks.map(({ userId, publicId }) => `${userId} ${publicId}`))
  expect([...acknowledged.photos].filter((photo) => !unlocked.has(photo))).toEqual([])
}
