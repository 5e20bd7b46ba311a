import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { RealtimeEvent, ServerMessage, transientEvents, TypingMessage } from '#contract/realtime.ts'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { answerErrors } from '#server/platform/http/error-replies.ts'
import type { RealtimeBus } from './bus.ts'
import type { SocketOwner } from './connection.ts'
import { Realtime } from './hub.ts'
import { serveRealtime } from './route.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

const log = pino({ level: 'silent' })
const conversationId = 'bcdfghjkmnpqrs'
const cleanups: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

describe('opening a socket', () => {
  test('a logged-in user gets a hello', async () => {
    const { port } = await openNode()
    const client = await connect(port)
    client.sendMessage({ type: 'resume', epoch: null, after: 0 })
    expect(await client.next()).toMatchObject({ type: 'hello', seq: 0 })
  })

  test.each([
    ['without a session', { cookie: '' }, 'authentication_required'],
    ['from a page of another site', { origin: 'https://evil.example' }, 'request.forbidden_origin'],
    ['without an origin', { origin: '' }, 'request.forbidden_origin'],
    ['from another port of the same host', { origin: 'http://localhost:1' }, 'request.forbidden_origin'],
  ])('%s it is rejected before it opens', async (_, headers, code) => {
    const { port } = await openNode()
    expect(await rejectionOf(port, headers)).toEqual({ status: 403, code })
  })

  test('a request without an upgrade is answered with 404', async () => {
    const { app, port } = await openNode()
    const reply = await app.inject({
      url: '/api/realtime',
      headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: 'user=1' },
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('an event', () => {
  test('reaches every device of the user and no other user, without fields that the schema does not name', async () => {
    const { port, realtime } = await openNode()
    const [phone, laptop, stranger] = await Promise.all([
      connectAndResume(port, 1),
      connectAndResume(port, 1),
      connectAndResume(port, 2),
    ])
    const event = { type: 'credits.changed', credits: 7, isPremium: true, email: 'secret' } as const
    realtime.send(1, event)
    realtime.send(2, { type: 'user.changed' })
    const expected = { type: 'event', seq: 1, event: { type: 'credits.changed', credits: 7, isPremium: true } }
    expect(await phone.next()).toEqual(expected)
    expect(await laptop.next()).toEqual(expected)
    expect(await stranger.next()).toMatchObject({ event: { type: 'user.changed' } })
  })

  test('is sent to a client only after its resume', async () => {
    const { port, realtime } = await openNode()
    const before = await connectAndResume(port)
    const late = await connect(port)
    realtime.send(1, credits(1))
    await before.next()
    late.sendMessage({ type: 'resume', epoch: before.epoch, after: 0 })
    expect(await late.next()).toMatchObject({ type: 'hello', seq: 0 })
    expect(await late.next()).toMatchObject({ seq: 1 })
  })
})

describe('a client that reconnects', () => {
  test('gets exactly the missed events, in order and none twice', async () => {
    const { port, realtime } = await openNode()
    const first = await connectAndResume(port)
    for (const count of [1, 2, 3]) realtime.send(1, credits(count))
    for (const _ of [1, 2, 3]) await first.next()
    await first.cut()
    for (const count of [4, 5]) realtime.send(1, credits(count))

    const second = await connect(port)
    second.sendMessage({ type: 'resume', epoch: first.epoch, after: 2 })
    realtime.send(1, credits(6))
    await vi.waitFor(() => expect(second.received).toHaveLength(5))
    realtime.send(1, credits(7))
    await vi.waitFor(() => expect(second.received).toHaveLength(6))
    expect(second.received[0]).toEqual({ type: 'hello', epoch: first.epoch, seq: 2 })
    expect(second.received.slice(1).map((message) => creditsOf(message))).toEqual([3, 4, 5, 6, 7])
    expect(second.received.slice(1).map((message) => 'seq' in message && message.seq)).toEqual([3, 4, 5, 6, 7])
  })

  test('gets no transient event that was sent in between', async () => {
    const { port, realtime } = await openNode()
    const first = await connectAndResume(port)
    await first.cut()
    realtime.send(1, { type: 'typing', conversationId, profileId: conversationId })
    realtime.send(1, credits(1))
    const second = await connect(port)
    second.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
    expect(await second.next()).toMatchObject({ type: 'hello' })
    expect(await second.next()).toMatchObject({ seq: 1, event: { type: 'credits.changed' } })
  })

  test('is reset when it missed more events than are remembered', async () => {
    const { port, realtime } = await openNode()
    const first = await connectAndResume(port)
    await first.cut()
    for (let count = 1; count <= 200; count += 1) realtime.send(1, credits(count))
    const second = await connect(port)
    second.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
    expect(await second.next()).toEqual({ type: 'reset', epoch: first.epoch, seq: 200 })
    realtime.send(1, credits(201))
    expect(creditsOf(await second.next())).toBe(201)
  })

  test('is reset after the user has been disconnected for too long', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { port, realtime } = await openNode({ clock: { now: () => new Date(now) } })
    const first = await connectAndResume(port)
    await first.cut()
    realtime.send(1, credits(1))
    now += 10 * MINUTE
    realtime.heartbeat()
    const second = await connect(port)
    second.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
    const reset = await second.next()
    expect(reset).toMatchObject({ type: 'reset', seq: 0 })
    expect(reset).not.toMatchObject({ epoch: first.epoch })
  })
})

describe('a client that misbehaves', () => {
  test.each([
    ['sends what is not JSON', 'hello'],
    ['sends an unknown message', '{"type":"shout"}'],
    ['sends resume twice', '{"type":"resume","epoch":null,"after":0}'],
    ['sends binary data', Buffer.from('{"type":"ping"}')],
  ])('and %s is closed', async (_, text) => {
    const { port } = await openNode()
    const client = await connectAndResume(port)
    client.socket.send(text)
    expect(await client.closed).toBe(closeCodes.misbehaved)
  })

  test('and sends too many messages at once is closed', async () => {
    const { port } = await openNode()
    const client = await connectAndResume(port)
    for (let count = 0; count < 50; count += 1) client.sendMessage({ type: 'ping' })
    expect(await client.closed).toBe(closeCodes.misbehaved)
  })

  test('and sends too long a message is closed', async () => {
    const { port } = await openNode()
    const client = await connectAndResume(port)
    client.socket.send('x'.repeat(5000))
    expect(await client.closed).toBe(1009)
  })

  test('and never sends resume is closed', async () => {
    const { port, realtime } = await openNode()
    const client = await connect(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    realtime.heartbeat()
    expect(await client.closed).toBe(closeCodes.silent)
  })

  test('and answers no ping is terminated', async () => {
    const { port, realtime } = await openNode()
    const client = await connectAndResume(port, 1, { autoPong: false })
    realtime.heartbeat()
    realtime.heartbeat()
    expect(await client.closed).toBe(1006)
  })

  test('and reads too slowly is terminated, while others stay connected', async () => {
    const { port, realtime } = await openNode()
    const [slow, fast] = await Promise.all([connectAndResume(port), connectAndResume(port)])
    slow.socket.pause()
    for (let count = 0; count < 1000 && realtime.socketCount() === 2; count += 1) {
      realtime.send(1, longMessage)
      await fast.next()
    }
    expect(realtime.socketCount()).toBe(1)
    expect(fast.socket.readyState).toBe(WebSocket.OPEN)
  })
})

test('logging out closes the sockets of that session only', async () => {
  const { port, realtime } = await openNode()
  const [here, there] = await Promise.all([
    connectAndResume(port, 1, {}, 'session-a'),
    connectAndResume(port, 1, {}, 'session-b'),
  ])
  realtime.closeSession(Buffer.from('session-a'))
  expect(await here.closed).toBe(closeCodes.sessionEnded)
  expect(there.socket.readyState).toBe(WebSocket.OPEN)
})

describe('a message of the application', () => {
  test('is handled with its sender, and dropped within the minimum interval', async () => {
    const { port, realtime } = await openNode()
    const handled: unknown[] = []
    realtime.onMessage(
      TypingMessage,
      async ({ userId }, message) => void handled.push([userId, message.conversationId]),
      {
        minIntervalMs: SECOND,
      },
    )
    const client = await connectAndResume(port, 3)
    for (const _ of [1, 2, 3]) client.sendMessage({ type: 'typing', conversationId })
    client.sendMessage({ type: 'ping' })
    expect(await client.next()).toEqual({ type: 'pong' })
    expect(handled).toEqual([[3, conversationId]])
  })

  test('leaves the socket open when its handler fails', async () => {
    const { port, realtime } = await openNode()
    realtime.onMessage(TypingMessage, () => Promise.reject(new Error('no database')))
    const client = await connectAndResume(port)
    client.sendMessage({ type: 'typing', conversationId })
    client.sendMessage({ type: 'ping' })
    expect(await client.next()).toEqual({ type: 'pong' })
  })
})

test('a thirteenth device replaces the oldest', async () => {
  const { port, realtime } = await openNode()
  const oldest = await connectAndResume(port)
  for (let count = 0; count < 12; count += 1) await connectAndResume(port)
  expect(await oldest.closed).toBe(1013)
  expect(realtime.socketCount()).toBe(12)
})

test('a node that stops closes its sockets with the code for a restart', async () => {
  const { app, port } = await openNode()
  const client = await connectAndResume(port)
  await app.close()
  expect(await client.closed).toBe(1012)
})

describe('two nodes', () => {
  test('an event sent on one reaches the user on the other, once', async () => {
    const join = memoryBus()
    const [one, two] = await Promise.all([openNode({ bus: join() }), openNode({ bus: join() })])
    const [here, there] = await Promise.all([connectAndResume(one.port), connectAndResume(two.port)])
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
    const there = await connectAndResume(two.port, 1, {}, 'session-a')
    one.realtime.closeSession(Buffer.from('session-a'))
    expect(await there.closed).toBe(closeCodes.sessionEnded)
  })

  test('clients are reset when events between the nodes may have been lost', async () => {
    const join = memoryBus()
    const { port } = await openNode({ bus: join() })
    const client = await connectAndResume(port)
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

async function openNode(options: Partial<ConstructorParameters<typeof Realtime>[0]> = {}): Promise<Node> {
  const app = Fastify()
  const realtime = new Realtime({ log, ...options })
  realtime.defineEvents(RealtimeEvent, { transient: transientEvents })
  answerErrors(app)
  await serveRealtime(app, { realtime, identify: async (request) => ownerOf(request.headers.cookie) })
  await app.listen({ port: 0, host: 'localhost' })
  cleanups.push(() => app.close())
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return { app, realtime, port: address.port }
}

/** `user=1; session=a` */
function ownerOf(cookie = ''): SocketOwner | null {
  const [userId, session = 'session'] = [...cookie.matchAll(/=([^;]+)/g)].map((match) => match[1])
  if (!userId) return null
  return { userId: Number(userId), sessionHash: Buffer.from(session) }
}

function open(port: number, headers: Record<string, string>, options: ClientOptions = {}) {
  const all = Object.entries({ origin: `http://localhost:${port}`, cookie: 'user=1', ...headers })
  const nonEmpty = Object.fromEntries(all.filter(([, value]) => value))
  return new WebSocket(`ws://localhost:${port}/api/realtime`, { ...options, headers: nonEmpty })
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
  cleanups.push(() => socket.terminate())
  return {
    socket,
    received,
    closed,
    sendMessage: (message: unknown) => socket.send(JSON.stringify(message)),
    async next() {
      const index = read
      read += 1
      return vi.waitFor(() => received[index] ?? Promise.reject(new Error(`message ${index} did not come`)), {
        interval: 2,
      })
    },
    /** Terminates the connection without a close message, as when the network is lost. */
    async cut() {
      socket.terminate()
      await closed
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    },
  }
}

/** A new client that has sent resume and received hello. */
async function connectAndResume(port: number, userId = 1, options: ClientOptions = {}, session = 'session') {
  const client = await connect(port, { cookie: `user=${userId}; session=${session}` }, options)
  client.sendMessage({ type: 'resume', epoch: null, after: 0 })
  const hello = await client.next()
  return { ...client, epoch: hello.type === 'hello' ? hello.epoch : '' }
}

async function rejectionOf(port: number, headers: Record<string, string>) {
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

/** Does in one process what Redis does between nodes. */
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
