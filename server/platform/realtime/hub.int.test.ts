import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { closeCodes, ServerMessage, type RealtimeEvent } from '#contract/realtime.ts'
import { answerErrors, type Viewer } from '#server/platform/http/routes.ts'
import { createRealtime, type Realtime } from './hub.ts'
import type { RealtimeBus } from './bus.ts'
import { serveRealtime } from './route.ts'
import { MINUTE } from '#contract/time.ts'

const log = pino({ level: 'silent' })
const conversationId = 'bcdfghjkmnpqrs'
const ends: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe('opening a socket', () => {
  test('a member of this site gets a greeting', async () => {
    const { port } = await openNode()
    const client = await connect(port)
    client.say({ type: 'resume', epoch: null, after: 0 })
    expect(await client.next()).toMatchObject({ type: 'hello', seq: 0 })
  })

  test.each([
    ['without a session', { cookie: '' }, 'authentication_required'],
    ['from a page of another site', { origin: 'https://evil.example' }, 'request.forbidden_origin'],
    ['without an origin', { origin: '' }, 'request.forbidden_origin'],
    ['from another port of the same host', { origin: 'http://localhost:1' }, 'request.forbidden_origin'],
  ])('%s it is refused before it opens', async (_, headers, code) => {
    const { port } = await openNode()
    const refusal = await refused(port, headers)
    expect(refusal).toEqual({ status: 403, code })
  })

  test('a plain request finds nothing', async () => {
    const { app, port } = await openNode()
    const reply = await app.inject({
      url: '/api/realtime',
      headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: 'user=1' },
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('news', () => {
  test('reaches every device of the member and nobody else, without what the contract does not name', async () => {
    const { port, realtime } = await openNode()
    const [phone, laptop, stranger] = await Promise.all([greet(port, 1), greet(port, 1), greet(port, 2)])
    const event = { type: 'credits.changed', credits: 7, isPremium: true, email: 'secret' } as const
    realtime.send(1, event)
    realtime.send(2, { type: 'user.changed' })
    const expected = { type: 'event', seq: 1, event: { type: 'credits.changed', credits: 7, isPremium: true } }
    expect(await phone.next()).toEqual(expected)
    expect(await laptop.next()).toEqual(expected)
    expect(await stranger.next()).toMatchObject({ event: { type: 'user.changed' } })
  })

  test('waits for a client that has not said yet how far it got', async () => {
    const { port, realtime } = await openNode()
    const before = await greet(port)
    const late = await connect(port)
    realtime.send(1, credits(1))
    await before.next()
    late.say({ type: 'resume', epoch: before.epoch, after: 0 })
    expect(await late.next()).toMatchObject({ type: 'hello', seq: 0 })
    expect(await late.next()).toMatchObject({ seq: 1 })
  })
})

describe('after a broken connection', () => {
  test('exactly the missed frames come, in order and none twice', async () => {
    const { port, realtime } = await openNode()
    const first = await greet(port)
    for (const count of [1, 2, 3]) realtime.send(1, credits(count))
    for (const _ of [1, 2, 3]) await first.next()
    await first.cut()
    for (const count of [4, 5]) realtime.send(1, credits(count))

    const second = await connect(port)
    second.say({ type: 'resume', epoch: first.epoch, after: 2 })
    realtime.send(1, credits(6))
    await vi.waitFor(() => expect(second.received).toHaveLength(5))
    realtime.send(1, credits(7))
    await vi.waitFor(() => expect(second.received).toHaveLength(6))
    expect(second.received[0]).toEqual({ type: 'hello', epoch: first.epoch, seq: 2 })
    expect(second.received.slice(1).map((message) => creditsOf(message))).toEqual([3, 4, 5, 6, 7])
    expect(second.received.slice(1).map((message) => 'seq' in message && message.seq)).toEqual([3, 4, 5, 6, 7])
  })

  test('typing is not repeated', async () => {
    const { port, realtime } = await openNode()
    const first = await greet(port)
    await first.cut()
    realtime.send(1, { type: 'typing', conversationId, profileId: conversationId })
    realtime.send(1, credits(1))
    const second = await connect(port)
    second.say({ type: 'resume', epoch: first.epoch, after: 0 })
    expect(await second.next()).toMatchObject({ type: 'hello' })
    expect(await second.next()).toMatchObject({ seq: 1, event: { type: 'credits.changed' } })
  })

  test('a client that missed more than is kept starts over', async () => {
    const { port, realtime } = await openNode()
    const first = await greet(port)
    await first.cut()
    for (let count = 1; count <= 200; count += 1) realtime.send(1, credits(count))
    const second = await connect(port)
    second.say({ type: 'resume', epoch: first.epoch, after: 0 })
    expect(await second.next()).toEqual({ type: 'reset', epoch: first.epoch, seq: 200 })
    realtime.send(1, credits(201))
    expect(creditsOf(await second.next())).toBe(201)
  })

  test('a client that was away too long, or comes from another node, starts over', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { port, realtime } = await openNode({ clock: { now: () => new Date(now) } })
    const first = await greet(port)
    await first.cut()
    realtime.send(1, credits(1))
    now += 10 * MINUTE
    realtime.beat()
    const second = await connect(port)
    second.say({ type: 'resume', epoch: first.epoch, after: 0 })
    const reset = await second.next()
    expect(reset).toMatchObject({ type: 'reset', seq: 0 })
    expect(reset).not.toMatchObject({ epoch: first.epoch })
  })
})

describe('a client that misbehaves', () => {
  test.each([
    ['says what is not JSON', 'hello'],
    ['says what nobody knows', '{"type":"shout"}'],
    ['says how far it got twice', '{"type":"resume","epoch":null,"after":0}'],
    ['says something binary', Buffer.from('{"type":"ping"}')],
  ])('and %s is closed', async (_, text) => {
    const { port } = await openNode()
    const client = await greet(port)
    client.socket.send(text)
    expect(await client.closed).toBe(closeCodes.misbehaved)
  })

  test('and says too much at once is closed', async () => {
    const { port } = await openNode()
    const client = await greet(port)
    for (let count = 0; count < 50; count += 1) client.say({ type: 'ping' })
    expect(await client.closed).toBe(closeCodes.misbehaved)
  })

  test('and says something too long is closed', async () => {
    const { port } = await openNode()
    const client = await greet(port)
    client.socket.send('x'.repeat(5000))
    expect(await client.closed).toBe(1009)
  })

  test('and never says how far it got is closed', async () => {
    const { port, realtime } = await openNode()
    const client = await connect(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    realtime.beat()
    expect(await client.closed).toBe(closeCodes.silent)
  })

  test('and answers no ping is cut off', async () => {
    const { port, realtime } = await openNode()
    const client = await greet(port, 1, { autoPong: false })
    realtime.beat()
    realtime.beat()
    expect(await client.closed).toBe(1006)
  })

  test('and reads too slowly is cut off, while others go on', async () => {
    const { port, realtime } = await openNode()
    const [slow, quick] = await Promise.all([greet(port), greet(port)])
    slow.socket.pause()
    for (let count = 0; count < 1000 && realtime.socketCount() === 2; count += 1) {
      realtime.send(1, longMessage)
      await quick.next()
    }
    expect(realtime.socketCount()).toBe(1)
    expect(quick.socket.readyState).toBe(WebSocket.OPEN)
  })
})

test('logging out closes the sockets of that session only', async () => {
  const { port, realtime } = await openNode()
  const [here, there] = await Promise.all([greet(port, 1, {}, 'session-a'), greet(port, 1, {}, 'session-b')])
  realtime.closeSession(Buffer.from('session-a'))
  expect(await here.next()).toMatchObject({ event: { type: 'session.ended' } })
  expect(await here.closed).toBe(closeCodes.sessionEnded)
  expect(there.socket.readyState).toBe(WebSocket.OPEN)
  expect(realtime.isConnected(1)).toBe(true)
})

test('typing is handed on with the name of who types, at most once a second', async () => {
  const { port, realtime } = await openNode()
  const heard: unknown[] = []
  realtime.onTyping(({ userId }, where) => void heard.push([userId, where]))
  const client = await greet(port, 3)
  for (const _ of [1, 2, 3]) client.say({ type: 'typing', conversationId })
  client.say({ type: 'ping' })
  expect(await client.next()).toEqual({ type: 'pong' })
  expect(heard).toEqual([[3, conversationId]])
})

test('presence tells of the first device that comes and the last that leaves', async () => {
  const { port, realtime } = await openNode()
  const heard: unknown[] = []
  realtime.onPresence(({ userId }, isOnline) => heard.push([userId, isOnline]))
  const [phone, laptop] = [await greet(port), await greet(port)]
  await phone.cut()
  await laptop.cut()
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard).toEqual([
    [1, true],
    [1, false],
  ])
})

test('a thirteenth device takes the place of the oldest', async () => {
  const { port, realtime } = await openNode()
  const oldest = await greet(port)
  for (let count = 0; count < 12; count += 1) await greet(port)
  expect(await oldest.closed).toBe(1013)
  expect(realtime.socketCount()).toBe(12)
})

test('a node that stops sends its clients elsewhere', async () => {
  const { app, port } = await openNode()
  const client = await greet(port)
  await app.close()
  expect(await client.closed).toBe(1012)
})

describe('two nodes', () => {
  test('a frame sent on one reaches the member on the other, once', async () => {
    const join = memoryBus()
    const [one, two] = await Promise.all([openNode({ bus: join() }), openNode({ bus: join() })])
    const [here, there] = await Promise.all([greet(one.port), greet(two.port)])
    one.realtime.send(1, credits(1))
    one.realtime.send(1, credits(2))
    for (const client of [here, there]) {
      expect(creditsOf(await client.next())).toBe(1)
      expect(creditsOf(await client.next())).toBe(2)
      expect(client.received).toHaveLength(3)
    }
  })

  test('a session that ends on one is closed on the other', async () => {
    const join = memoryBus()
    const [one, two] = await Promise.all([openNode({ bus: join() }), openNode({ bus: join() })])
    const there = await greet(two.port, 1, {}, 'session-a')
    one.realtime.closeSession(Buffer.from('session-a'))
    expect(await there.closed).toBe(closeCodes.sessionEnded)
  })

  test('when frames between them may have been lost, clients start over', async () => {
    const join = memoryBus()
    const { port } = await openNode({ bus: join() })
    const client = await greet(port)
    join.cut()
    expect(await client.next()).toMatchObject({ type: 'reset', seq: 0 })
  })
})

function credits(count: number): RealtimeEvent {
  return { type: 'credits.changed', credits: count, isPremium: false }
}

function creditsOf(message: ServerMessage) {
  return message.type === 'event' && message.event.type === 'credits.changed' ? message.event.credits : null
}

const longMessage: RealtimeEvent = {
  type: 'message',
  conversationId,
  message: {
    conversationId,
    seq: 1,
    clientId: '0198c0de-0000-7000-8000-000000000000',
    senderId: conversationId,
    kind: 'text',
    body: 'x'.repeat(100_000),
    sentAt: '2026-01-01T00:00:00Z',
  },
}

type Node = { app: FastifyInstance; realtime: Realtime; port: number }

async function openNode(wishes: Partial<Parameters<typeof createRealtime>[0]> = {}): Promise<Node> {
  const app = Fastify()
  const realtime = createRealtime({ log, ...wishes })
  answerErrors(app)
  await serveRealtime(app, { realtime, identify: async (request) => viewerOf(request.headers.cookie) })
  await app.listen({ port: 0, host: 'localhost' })
  ends.push(() => app.close())
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return { app, realtime, port: address.port }
}

/** `user=1; session=a` */
function viewerOf(cookie = ''): Viewer | null {
  const [userId, session = 'session'] = [...cookie.matchAll(/=([^;]+)/g)].map((match) => match[1])
  if (!userId) return null
  return {
    userId: Number(userId),
    profileId: conversationId,
    sessionHash: Buffer.from(session),
    isConfirmed: true,
    isPremium: false,
    language: 'en',
  }
}

function open(port: number, headers: Record<string, string>, options: ClientOptions = {}) {
  const given = Object.entries({ origin: `http://localhost:${port}`, cookie: 'user=1', ...headers })
  const kept = Object.fromEntries(given.filter(([, value]) => value))
  return new WebSocket(`ws://localhost:${port}/api/realtime`, { ...options, headers: kept })
}

async function connect(port: number, headers: Record<string, string> = {}, options: ClientOptions = {}) {
  const socket = open(port, headers, options)
  const received: ServerMessage[] = []
  let read = 0
  socket.on('message', (data: Buffer) => received.push(ServerMessage.parse(JSON.parse(data.toString()))))
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
  })
  ends.push(() => socket.terminate())
  return {
    socket,
    received,
    closed,
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    async next() {
      const index = read
      read += 1
      return vi.waitFor(() => received[index] ?? Promise.reject(new Error(`message ${index} did not come`)), {
        interval: 2,
      })
    },
    /** As when a train enters a tunnel. */
    async cut() {
      socket.terminate()
      await closed
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    },
  }
}

/** A client that has said that it is new and was greeted. */
async function greet(port: number, userId = 1, options: ClientOptions = {}, session = 'session') {
  const client = await connect(port, { cookie: `user=${userId}; session=${session}` }, options)
  client.say({ type: 'resume', epoch: null, after: 0 })
  const hello = await client.next()
  return { ...client, epoch: hello.type === 'hello' ? hello.epoch : '' }
}

async function refused(port: number, headers: Record<string, string>) {
  const socket = open(port, headers)
  return new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
    socket.once('open', () => reject(new Error('it opened')))
    socket.once('unexpected-response', (_, reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode, code: JSON.parse(text).error.code }))
    })
  })
}

/** What Redis does, inside one process. */
function memoryBus() {
  const nodes: { channels: Set<string>; listener: (channel: string, text: string) => void; gap: () => void }[] = []
  function join(): RealtimeBus {
    const self = { channels: new Set<string>(), listener: (_channel: string, _text: string) => {}, gap: () => {} }
    nodes.push(self)
    return {
      publish(channel, text) {
        for (const node of nodes) if (node !== self && node.channels.has(channel)) node.listener(channel, text)
      },
      subscribe: (channel) => void self.channels.add(channel),
      unsubscribe: (channel) => void self.channels.delete(channel),
      onMessage(listener) {
        self.listener = listener
      },
      onGap(listener) {
        self.gap = listener
      },
      async close() {},
    }
  }
  return Object.assign(join, { cut: () => nodes.forEach(({ gap }) => gap()) })
}
