import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { transientEvents, type RealtimeEvent, type ServerMessage } from '#contract/realtime.ts'
import { answerErrors } from '#server/platform/http/error-replies.ts'
import type { RealtimeBus } from '#server/platform/realtime/bus.ts'
import type { SocketOwner } from '#server/platform/realtime/connection.ts'
import { Realtime } from '#server/platform/realtime/hub.ts'
import { serveRealtime } from '#server/platform/realtime/route.ts'
import { readServerMessage, rejectionBy } from '#tests/support/socket.ts'

const log = pino({ level: 'silent' })
export const conversationId = 'bcdfghjkmnpqrs'
const running = new Set<Realtime>()
const cleanups: (() => Promise<unknown> | void)[] = []

/** Closes all nodes and clients, the latest first. For `afterEach`. */
export async function closeNodes() {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
}

export function credits(count: number): RealtimeEvent {
  return { type: 'credits.changed', credits: count, isPremium: false }
}

export function creditsOf(message: ServerMessage) {
  return message.type === 'event' && message.event.type === 'credits.changed' ? message.event.credits : null
}

export const longMessage: RealtimeEvent = {
  type: 'message',
  partnerId: conversationId,
  last: { seq: 1, kind: 'text', preview: 'x', isMine: false, sentAt: '2026-01-01T00:00:00Z', status: 'sent' },
  unread: 1,
  totals: { messages: 1, unread_messages: 1 },
  credits: null,
  message: {
    conversationId,
    seq: 1,
    clientId: '0198c0de-0000-7000-8000-000000000000',
    senderId: conversationId,
    kind: 'text',
    body: 'x'.repeat(100_000),
    sentAt: '2026-01-01T00:00:00Z',
    replyTo: null,
    quote: null,
    reactions: { sender: null, receiver: null },
  },
}

export type TestNode = { app: FastifyInstance; realtime: Realtime; port: number }

export async function openNode(options: Partial<ConstructorParameters<typeof Realtime>[0]> = {}): Promise<TestNode> {
  const app = Fastify({ return503OnClosing: false })
  const realtime = new Realtime({ log, ...options })
  realtime.defineEvents({ transient: transientEvents })
  answerErrors(app)
  await serveRealtime(app, { realtime, identify: async (request) => ownerOf(request.headers.cookie) })
  await app.listen({ port: 0, host: 'localhost' })
  running.add(realtime)
  cleanups.push(async () => {
    running.delete(realtime)
    await app.close()
  })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return { app, realtime, port: address.port }
}

function attachedSockets() {
  return [...running].reduce((count, realtime) => count + realtime.socketCount(), 0)
}

/** Reads `user=1; session=a; expires=2026-01-01`; the last two are optional. */
function ownerOf(cookie = ''): SocketOwner | null {
  const [userId, session = 'session', expiresAt] = [...cookie.matchAll(/=([^;]+)/g)].map((match) => match[1])
  if (!userId) return null
  return {
    userId: Number(userId),
    sessionHash: Buffer.from(session),
    sessionExpiresAt: new Date(expiresAt ?? '9999-12-31'),
  }
}

function open(port: number, headers: Record<string, string>, options: ClientOptions = {}) {
  const all = Object.entries({ origin: `http://localhost:${port}`, cookie: 'user=1', ...headers })
  const nonEmpty = Object.fromEntries(all.filter(([, value]) => value))
  return new WebSocket(`ws://localhost:${port}/api/realtime`, { ...options, headers: nonEmpty })
}

export async function connect(port: number, headers: Record<string, string> = {}, options: ClientOptions = {}) {
  const socket = open(port, headers, options)
  const received: ServerMessage[] = []
  let read = 0
  socket.on('message', (data: Buffer) => received.push(readServerMessage(data)))
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
    /** Terminates the connection without a close message, as a lost network, until the nodes notice it. */
    async cut() {
      const before = attachedSockets()
      socket.terminate()
      await closed
      await vi.waitFor(() => attachedSockets() < before || Promise.reject(new Error('still attached')), { interval: 2 })
    },
  }
}

/** A new client that has sent resume and received hello. */
export async function connectAndResume(port: number, userId = 1, options: ClientOptions = {}, session = 'session') {
  const client = await connect(port, { cookie: `user=${userId}; session=${session}` }, options)
  client.sendMessage({ type: 'resume', epoch: null, after: 0 })
  const hello = await client.next()
  return { ...client, epoch: hello.type === 'hello' ? hello.epoch : '' }
}

export async function rejectionOf(port: number, headers: Record<string, string>) {
  const { status, body } = await rejectionBy(open(port, headers))
  return { status, code: JSON.parse(body).error.code as string }
}

/** Does in one process what Redis does between nodes. */
export function memoryBus() {
  let isLive = true
  const nodes: {
    channels: Set<string>
    listener: (channel: string, text: string) => void
    gap: (channel: string | null) => void
    loss: () => void
  }[] = []
  function join(): RealtimeBus {
    const self = {
      channels: new Set<string>(),
      listener: (_channel: string, _text: string) => {},
      gap: (_channel: string | null) => {},
      loss: () => {},
    }
    nodes.push(self)
    let isClosed = false
    return {
      isLocal: false,
      isLive: () => isLive,
      onLoss(listener) {
        self.loss = listener
      },
      publish(channel, text) {
        if (isClosed) return
        for (const node of nodes) if (node !== self && node.channels.has(channel)) node.listener(channel, text)
      },
      async subscribe(channel) {
        self.channels.add(channel)
      },
      unsubscribe: (channel) => void self.channels.delete(channel),
      onMessage(listener) {
        self.listener = listener
      },
      onGap(listener) {
        self.gap = listener
      },
      async close() {
        isClosed = true
      },
    }
  }
  return Object.assign(join, {
    /** Something may have been lost. */
    cut: (channel: string | null = null) => nodes.forEach(({ gap }) => gap(channel)),
    /** Nothing arrives until `restore`. */
    lose() {
      isLive = false
      for (const { loss } of nodes) loss()
    },
    restore() {
      isLive = true
      for (const { gap } of nodes) gap(null)
    },
  })
}
