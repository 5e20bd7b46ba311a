import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { ChatClient } from '#tests/support/chat-client.ts'
import { findHaproxy, noHaproxy, startHaproxy } from '#tests/support/programs/haproxy.ts'
import { startNodes, type Nodes, type ServerNode } from '#tests/support/programs/nodes.ts'
import { startRedis } from '#tests/support/programs/redis.ts'
import { buildMembers, SiteLoad } from '#tests/support/site-load.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'

/*
 * Two nodes with Redis behind HAProxy with deploy/haproxy.cfg, while members buy, spend and chat.
 */

const SECRET = 'a secret of the test, long enough for the rule'
const MEMBERS = IS_FULL ? 40 : 2
const ROUNDS = IS_FULL ? 10 : 1
/** Messages of each member to the other of a pair. */
const MESSAGES_PER_ROUND = 20
const ownerInput = { isPremium: true, photos: ['public', 'private', 'private', 'private'] as ('public' | 'private')[] }

const program = await findHaproxy()
const cleanups: (() => Promise<void>)[] = []
let site: Nodes
let proxy: Awaited<ReturnType<typeof startHaproxy>>

beforeEach(({ skip }) => skip(!program, noHaproxy))
beforeAll(async () => {
  if (!program) return
  const redis = await startRedis()
  cleanups.push(() => redis.close())
  const environment = { REDIS_URL: redis.url, APP_SECRET: SECRET, STOP_DELAY_SECONDS: '3' }
  site = await startNodes({ count: 2, environment })
  cleanups.push(() => site.close())
  proxy = await startHaproxy(program, { nodePorts: site.nodes.map(({ port }) => port) })
  cleanups.push(() => proxy.close())
  await proxy.untilAllUp()
})
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** Lets members work while `disturb` runs, and afterwards compares what they have with what is stored. */
async function workWhile(disturb: () => Promise<void>) {
  const buyers = await buildMembers(site.context, MEMBERS, {})
  const spenders = await buildMembers(site.context, MEMBERS, { credits: 1_000_000 })
  const owners = await buildMembers(site.context, 2, ownerInput)
  const [one, other] = await buildMembers(site.context, 2, { credits: 100_000 })
  if (!one || !other) throw new Error('not built')
  const load = new SiteLoad({ origin: `http://127.0.0.1:${proxy.port}`, secret: SECRET, retryMs: 50 })
  load.start({ buyers, spenders, owners })
  const clients = [
    new ChatClient({ member: one, partner: other, nextPort: () => proxy.port }),
    new ChatClient({ member: other, partner: one, nextPort: () => proxy.port }),
  ]
  const over = new AbortController()
  const chatting = clients.map(async (client, index) => {
    for (let n = 0; n < MESSAGES_PER_ROUND || !over.signal.aborted; n += 1) {
      await client.send(`${index} writes ${n}`)
      await sleep(50)
    }
  })
  await load.untilAcknowledged()
  await disturb()
  await load.untilAcknowledged()
  over.abort()
  await Promise.all(chatting)
  await load.stop()

  // Each device shows every message by itself. What a killed node has not published is fetched once its end
  // is noticed, after 35 seconds.
  const sent = clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  await vi.waitFor(() => expect(clients.map(({ messages }) => messages.size)).toEqual([sent, sent]), {
    timeout: 90_000,
  })
  for (const client of clients) client.end()
  expect(clients.flatMap(({ faults }) => faults)).toEqual([])
  expect(await auditChat(site.context.db)).toEqual([])
  return load
}

/** Asks a node itself while `work` is done. Returns how often it did not answer, however late. */
async function silencesOf(node: ServerNode | undefined, work: () => Promise<void>) {
  const over = new AbortController()
  let silences = 0
  const asking = (async () => {
    while (!over.signal.aborted) {
      const answers = await fetch(`http://127.0.0.1:${node?.port}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!answers) silences += 1
      await sleep(20)
    }
  })()
  await work().finally(() => over.abort())
  await asking
  return silences
}

test(
  'a rolling restart of the nodes fails no request and loses no event',
  async ({ annotate }) => {
    let silent = 0
    const load = await workWhile(async () => {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [index, node] of site.nodes.entries()) {
          silent += await silencesOf(site.nodes[1 - index], () => node.restart())
          await proxy.untilAllUp()
        }
    })
    await annotate(`repeated: ${load.failures.length} of ${load.count()}`)
    expect(silent).toBe(0)
    // A busy machine may exceed a limit of the database, which the program answers with 503, or fail the
    // checks of both nodes, of which one runs: then HAProxy answers 503. Neither is an effect of the restart.
    const wasBusy = (await proxy.timesWithoutNode()) > 0
    const lost = load.failures.filter(
      (failure) => !failure.includes('request.unavailable') && !(wasBusy && / 503\b/.test(failure)),
    )
    expect(lost).toEqual([])
    expect(await load.brokenPromises(site.context)).toEqual([])
  },
  300_000 * ROUNDS,
)

test(
  'after kill -9 of a node every request is answered when it is repeated, once, and no event is lost',
  async ({ annotate }) => {
    const load = await workWhile(async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await site.nodes[round % 2]?.crash()
        await proxy.untilAllUp()
      }
    })
    await annotate(`repeated: ${load.failures.length} of ${load.count()}`)
    expect(await load.brokenPromises(site.context)).toEqual([])
  },
  300_000 * ROUNDS,
)
