import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { logOut } from '#contract/accounts/calls.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { startNodes, type Nodes } from '#tests/support/programs/nodes.ts'
import { startRedis, type TestRedis } from '#tests/support/programs/redis.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { openSocketAt } from '#tests/support/socket.ts'

/** Requests that an address may make in a minute, to all nodes together. */
const REQUESTS_PER_MINUTE = 200

let redis: TestRedis
let site: Nodes
let ana: Member
let ben: Member

beforeAll(async () => {
  redis = await startRedis()
  const environment = { REDIS_URL: redis.url, REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE) }
  site = await startNodes({ count: 2, environment })
  ana = await buildMember(site.context, { credits: 1000 })
  ben = await buildMember(site.context, { credits: 1000 })
})
afterAll(async () => {
  await site.close()
  await redis.close()
})

const portOf = (node: 0 | 1) => site.nodes[node]?.port ?? 0
const originOf = (node: 0 | 1) => `http://127.0.0.1:${portOf(node)}`

async function say(node: 0 | 1, from: Member, to: Member, body: string) {
  const input = { params: { profileId: to.profileId }, body: { clientId: crypto.randomUUID(), body } }
  const { message } = await callsTo(originOf(node), from)(sendMessage, input)
  return message
}

test('messages, typing and marks reach members on another node', async () => {
  const [anaSocket, benSocket] = [await openSocketAt(portOf(0), ana), await openSocketAt(portOf(1), ben)]
  const { conversationId } = await say(0, ana, ben, 'from one to the other')
  await vi.waitFor(() => expect(benSocket.eventsOf('message')).toMatchObject([{ message: { seq: 1 }, unread: 1 }]))
  anaSocket.say({ type: 'typing', conversationId })
  const typing = { type: 'typing', conversationId, profileId: ana.profileId }
  await vi.waitFor(() => expect(benSocket.eventsOf('typing')).toEqual([typing]))
  benSocket.say({ type: 'received', conversationId, seq: 1 })
  const receipt = {
    type: 'receipt',
    conversationId,
    profileId: ben.profileId,
    deliveredSeq: 1,
    readSeq: 0,
    unread: null,
  }
  await vi.waitFor(() => expect(anaSocket.eventsOf('receipt')).toEqual([receipt]))
  anaSocket.close()
  benSocket.close()
})

test('a partner on another node is notified when a member comes online', async () => {
  const anaSocket = await openSocketAt(portOf(0), ana)
  // Not active on any node yet, other than Ben.
  const carl = await buildMember(site.context)
  await say(0, ana, carl, 'good evening')
  const lastActiveAt = new Date(Date.now() - 1 * HOUR)
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', carl.userId).execute()
  const carlSocket = await openSocketAt(portOf(1), carl)
  const presence = { type: 'presence', profileId: carl.profileId, isOnline: true }
  await vi.waitFor(() => expect(anaSocket.eventsOf('presence')).toContainEqual(presence))
  anaSocket.close()
  carlSocket.close()
})

test('a session that ends on one node is closed on the other', async () => {
  const eve = await buildMember(site.context)
  const socket = await openSocketAt(portOf(1), eve)
  await callsTo(originOf(0), eve)(logOut, {})
  expect(await socket.closed).toBe(closeCodes.sessionEnded)
})

test('the requests of an address count on all nodes together, and on none while Redis is down', async () => {
  const headers = { 'x-forwarded-for': '10.9.8.7' }
  const ask = (node: 0 | 1) => fetch(`${originOf(node)}/api/settings`, { headers }).then(({ status }) => status)
  const half = Array.from({ length: REQUESTS_PER_MINUTE / 2 })
  expect(new Set(await Promise.all(half.map(() => ask(0))))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(half.map(() => ask(1))))).toEqual(new Set([200]))
  expect([await ask(0), await ask(1)]).toEqual([429, 429])
  await redis.kill()
  try {
    expect([await ask(0), await ask(1)]).toEqual([200, 200])
  } finally {
    await redis.start()
  }
})

test('without Redis each node serves its own members, and afterwards all fetch again and are connected', async () => {
  const [anaSocket, benSocket] = [await openSocketAt(portOf(0), ana), await openSocketAt(portOf(1), ben)]
  await redis.kill()
  // From now on their pages ask at intervals for what events do not bring.
  const notLive = JSON.stringify({ type: 'not_live' })
  await vi.waitFor(() =>
    expect([anaSocket, benSocket].map(({ texts }) => texts.includes(notLive))).toEqual([true, true]),
  )
  await say(0, ana, ben, 'for one node')
  await vi.waitFor(() => expect(anaSocket.eventsOf('message')).toHaveLength(1))
  await redis.start()
  await vi.waitFor(() => expect([anaSocket.resets(), benSocket.resets()].every((count) => count > 0)).toBe(true))
  await vi.waitFor(
    async () => {
      await say(0, ana, ben, 'for both')
      expect(benSocket.eventsOf('message').length).toBeGreaterThan(0)
    },
    { interval: 200 },
  )
  anaSocket.close()
  benSocket.close()
  expect([...(await auditMoney(site.context.db)), ...(await auditChat(site.context.db))]).toEqual([])
})
