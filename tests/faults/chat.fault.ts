import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { ChatClient } from '#tests/support/chat-client.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { startNodes, type Nodes } from '#tests/support/programs/nodes.ts'
import { startRedis } from '#tests/support/programs/redis.ts'

const PAIRS = IS_FULL ? 200 : 20
/** Messages of each member to the other of the pair. */
const MESSAGES = IS_FULL ? 25 : 20
const CREDITS = 1000
const PRICE = 2
/** Crashes of servers during a run; `CRASHES=20` changes their number alone. */
const CRASHES = Number(process.env['CRASHES'] ?? (IS_FULL ? 100 : 3))
/** Each connection is cut after a time between these. */
const CUT_MS = { min: IS_FULL ? 100 : 1500, max: 3000 }

interface Chat {
  one: Member
  other: Member
  clients: [ChatClient, ChatClient]
}

let site: Nodes
const cleanups: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function start(count: number, environment: Record<string, string> = {}) {
  site = await startNodes({ count, environment })
  cleanups.push(() => site.close())
  const chats: Chat[] = []
  // A pair at a time: a busy machine would keep a hundred transactions waiting for longer than they may.
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const one = await buildMember(site.context, { credits: CREDITS })
    const other = await buildMember(site.context, { credits: CREDITS })
    let calls = pair
    const nextPort = () => site.nodes[(calls += 1) % count]?.port ?? 0
    const clientOf = (member: Member, partner: Member) => new ChatClient({ member, partner, nextPort })
    chats.push({ one, other, clients: [clientOf(one, other), clientOf(other, one)] })
  }
  const clients = chats.flatMap((chat) => chat.clients)
  cleanups.push(() => clients.forEach((client) => client.end()))
  return { chats, clients }
}

/**
 * Lets all members write while connections are cut and `disturb` is called for each crash, spread over all
 * messages. Afterwards no one writes and nothing is cut.
 */
async function writeWhile(clients: ChatClient[], disturb: (crash: number) => Promise<void>) {
  const calm = new AbortController()
  const cutting = clients.map(async (client) => {
    while (!calm.signal.aborted) {
      const ms = CUT_MS.min + (CUT_MS.max - CUT_MS.min) * Math.random()
      await sleep(ms, undefined, { signal: calm.signal }).catch(() => {})
      client.cut()
    }
  })
  let begun = 0
  const isDue = (n: number) => n * CRASHES <= begun * MESSAGES
  const disturbing = (async () => {
    while (begun < CRASHES) {
      begun += 1
      await disturb(begun - 1)
    }
  })()
  const writing = clients.map(async (client, index) => {
    for (let n = 1; n <= MESSAGES; n += 1) {
      while (!isDue(n)) await sleep(20)
      await client.send(`${index} writes ${n}`)
    }
  })
  await Promise.all([disturbing, ...writing])
  calm.abort()
  await Promise.all(cutting)
}

async function expectPromises(chats: Chat[]) {
  const { db } = site.context
  const messages = await db
    .selectFrom('messages')
    .select(['conversationId', 'seq', 'senderId', 'clientId', 'body', 'price'])
    .orderBy('conversationId')
    .orderBy('seq')
    .execute()
  const [sides, counts, entries, balances] = await Promise.all([
    db.selectFrom('conversationMembers').select(['userId', 'conversationId', 'unreadCount', 'lastSeq']).execute(),
    db.selectFrom('chatCounts').select(['userId', 'messages', 'unread']).execute(),
    db.selectFrom('creditLedger').select(['userId', 'amount', 'kind']).execute(),
    db.selectFrom('accountBalances').select(['userId', 'balance']).execute(),
  ])
  // Every message that was sent is stored once, under one price and one entry.
  expect(messages).toHaveLength(2 * PAIRS * MESSAGES)
  expect(new Set(messages.map(({ clientId }) => clientId)).size).toBe(messages.length)
  const charged = entries.filter(({ kind }) => kind === 'message')
  expect(charged).toHaveLength(messages.length)
  expect(charged.every(({ amount }) => amount === -PRICE)).toBe(true)

  for (const { one, other, clients } of chats) {
    for (const [member, partner, client] of [
      [one, other, clients[0]],
      [other, one, clients[1]],
    ] as const) {
      const side = sides.find(({ userId }) => userId === member.userId)
      const stored = messages.filter(({ conversationId }) => conversationId === side?.conversationId)
      const own = stored.filter(({ senderId }) => senderId === member.userId)
      // Acknowledged is stored, in the order of sending.
      expect(own.map(({ clientId }) => clientId)).toEqual(client.acknowledged)
      // Numbers without a hole, and the member's device shows exactly what is stored.
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
      const ordered = [...client.messages.values()].toSorted((a, b) => a.seq - b.seq)
      expect(ordered.map(({ clientId }) => clientId)).toEqual(stored.map(({ clientId }) => clientId))
      expect(client.faults).toEqual([])
      const unread = stored.filter(({ senderId }) => senderId === partner.userId).length
      expect(side).toMatchObject({ unreadCount: unread, lastSeq: stored.length })
      expect(client.totals).toEqual({ messages: stored.length, unread_messages: unread })
      const count = counts.find(({ userId }) => userId === member.userId)
      expect(count).toMatchObject({ messages: stored.length, unread })
      const balance = balances.find(({ userId }) => userId === member.userId)?.balance
      expect(balance).toBe(CREDITS - MESSAGES * PRICE)
    }
  }
}

/** Returns what the devices show and count that do not have every message yet. */
function incomplete(clients: ChatClient[]) {
  return clients.flatMap(({ messages, totals, resets }, index) =>
    Math.min(messages.size, totals.messages) < 2 * MESSAGES
      ? [`${index} shows ${messages.size}, counts ${totals.messages}, after ${resets} resets`]
      : [],
  )
}

/**
 * In which every device shows everything by itself: by events, or because it had to refetch. What a killed
 * node had not published is fetched once its end is noticed, after 35 seconds.
 */
const SHOWN_WITHIN = { timeout: 120_000, interval: 50 }
const TIMEOUT_MS = 300_000 + CRASHES * 10_000 + PAIRS * 1000

test(
  `${2 * PAIRS * MESSAGES} messages over flapping sockets while the server crashes: none is lost, doubled, reordered or miscounted`,
  async () => {
    const { chats, clients } = await start(1)
    await writeWhile(clients, async () => {
      await sleep(500)
      await site.nodes[0]?.crash()
    })
    await vi.waitFor(() => expect(incomplete(clients)).toEqual([]), SHOWN_WITHIN)
    await expectPromises(chats)
  },
  TIMEOUT_MS,
)

test(
  'the same with two nodes and a Redis that crashes too',
  async () => {
    const redis = await startRedis()
    cleanups.push(() => redis.close())
    const { chats, clients } = await start(2, { REDIS_URL: redis.url })
    await writeWhile(clients, async (crash) => {
      await sleep(500)
      await redis.kill()
      await sleep(300)
      await redis.start()
      await sleep(300)
      await site.nodes[crash % 2]?.crash()
    })
    await vi.waitFor(() => expect(incomplete(clients)).toEqual([]), SHOWN_WITHIN)
    await expectPromises(chats)
  },
  TIMEOUT_MS,
)
