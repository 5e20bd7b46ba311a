import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes } from '#contract/realtime-protocol.ts'
import { SECOND } from '#contract/time.ts'
import {
  closeNodes,
  connect,
  connectAndResume,
  credits,
  creditsOf,
  memoryBus,
  openNode,
} from '#tests/support/programs/realtime-node.ts'

afterEach(closeNodes)

describe('a session', () => {
  test('that expires closes its sockets at that time', async () => {
    const { port } = await openNode()
    const expiresAt = Date.now() + 300
    const client = await connect(port, { cookie: cookieOf({ expiresAt }) })
    expect(await client.closed).toBe(closeCodes.sessionEnded)
    const lateMs = Date.now() - expiresAt
    // A timer may be a millisecond early. The heartbeat, which would close it too, comes after 25 seconds.
    expect(lateMs).toBeGreaterThanOrEqual(-1)
    expect(lateMs).toBeLessThan(20 * SECOND)
  })

  test('that expires long after the socket was opened closes it at that time', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { port, realtime } = await openNode({ clock: { now: () => new Date(now) } })
    const expiresAt = now + 60 * SECOND
    const client = await connectAndResume(port, 1, {}, `session; expires=${new Date(expiresAt).toISOString()}`)
    now = expiresAt - 30 * SECOND
    void realtime.heartbeat()
    expect(await isAnswered(client)).toBe(true)
    now = expiresAt - 100
    void realtime.heartbeat()
    expect(await client.closed).toBe(closeCodes.sessionEnded)
  })

  test('that has ended without notice is closed by a heartbeat, all others stay', async () => {
    const { port, realtime } = await openNode()
    const live = new Set(['session-a'])
    realtime.checkSessions(async (hashes) => hashes.filter((hash) => live.has(hash.toString())))
    const [here, there] = await Promise.all([
      connectAndResume(port, 1, {}, 'session-a'),
      connectAndResume(port, 1, {}, 'session-b'),
    ])
    void realtime.heartbeat()
    expect(await there.closed).toBe(closeCodes.sessionEnded)
    expect(await isAnswered(here)).toBe(true)
  })

  test('that cannot be checked stays until the next heartbeat', async () => {
    const { port, realtime } = await openNode()
    const check = vi
      .fn<(hashes: Buffer[]) => Promise<Buffer[]>>()
      .mockRejectedValueOnce(new Error('no database'))
      .mockResolvedValue([])
    realtime.checkSessions(check)
    const client = await connectAndResume(port)
    void realtime.heartbeat()
    expect(await isAnswered(client)).toBe(true)
    void realtime.heartbeat()
    expect(await client.closed).toBe(closeCodes.sessionEnded)
    expect(check).toHaveBeenCalledTimes(2)
  })

  test('is not checked twice while a check is slow', async () => {
    const { port, realtime } = await openNode()
    let answer = (_hashes: Buffer[]) => {}
    const check = vi.fn<() => Promise<Buffer[]>>(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    realtime.checkSessions(check)
    const client = await connectAndResume(port)
    void realtime.heartbeat()
    await isAnswered(client)
    void realtime.heartbeat()
    expect(check).toHaveBeenCalledOnce()
    answer([])
    expect(await client.closed).toBe(closeCodes.sessionEnded)
  })
})

test('all sockets of a disabled or deleted user are closed on every node, those of others stay', async () => {
  const join = memoryBus()
  const [one, two] = await Promise.all([openNode({ bus: join() }), openNode({ bus: join() })])
  const [phone, laptop, elsewhere, other] = await Promise.all([
    connectAndResume(one.port, 1, {}, 'session-a'),
    connectAndResume(one.port, 1, {}, 'session-b'),
    connectAndResume(two.port, 1, {}, 'session-c'),
    connectAndResume(two.port, 2, {}, 'session-d'),
  ])
  one.realtime.closeUser(1)
  for (const { closed } of [phone, laptop, elsewhere]) expect(await closed).toBe(closeCodes.sessionEnded)
  expect(await isAnswered(other)).toBe(true)
})

describe('a peer that never answers', () => {
  test('is terminated at once when its user opens one socket too many', async () => {
    const { app, port, realtime } = await openNode()
    await openSilentPeer(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    const terminate = vi.spyOn(WebSocket.prototype, 'terminate')
    onTestFinished(() => terminate.mockRestore())
    for (let count = 0; count < 12; count += 1) await connectAndResume(port)
    expect(terminate).toHaveBeenCalledOnce()
    expect(realtime.socketCount()).toBe(12)
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(12))
  })

  test('is terminated soon after it has sent too long a message', async () => {
    const { app, port, realtime } = await openNode()
    const peer = await openSilentPeer(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    peer.sendTooLong()
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(0))
    // The library alone would wait for 30 seconds, longer than this does.
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0))
  })

  test('is terminated soon after its session has ended, and gets no event in between', async () => {
    const { app, port, realtime } = await openNode()
    const peer = await openSilentPeer(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    realtime.closeSession(Buffer.from('session'))
    expect(realtime.socketCount()).toBe(0)
    realtime.send(1, credits(1))
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0))
    expect(peer.received()).not.toContain('credits.changed')
  })
})

test('thirteen sockets opened at the same moment leave the latest twelve', async () => {
  const { port, realtime } = await openNode()
  await Promise.all(Array.from({ length: 20 }, () => connect(port)))
  await vi.waitFor(() => expect(realtime.socketCount()).toBe(12))
})

describe('a node that stops', () => {
  test('sends each client another wait before it closes the socket', async () => {
    const randoms = [0, 0.25, 0.5, 0.75]
    const { app, port } = await openNode({ random: () => randoms.shift() ?? 0 })
    const clients = await Promise.all([1, 2, 3, 4].map((userId) => connectAndResume(port, userId)))
    await app.close()
    const codes = await Promise.all(clients.map(({ closed }) => closed))
    expect(codes).toEqual(clients.map(() => closeCodes.restart))
    const waits = clients.map(({ received }) => received.find((message) => message.type === 'restart'))
    // Four clients at 500 per second: 8 ms.
    expect(waits.map((message) => message?.reconnectAfterMs).toSorted((a = 0, b = 0) => a - b)).toEqual([0, 2, 4, 6])
  })

  test('sends no hint to a client that has not sent resume', async () => {
    const { app, port, realtime } = await openNode()
    const client = await connect(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    await app.close()
    expect(await client.closed).toBe(closeCodes.restart)
    expect(client.received).toEqual([])
  })
})

test('events of a user who reconnects are still numbered after a socket was closed by the server', async () => {
  const { port, realtime } = await openNode()
  const first = await connectAndResume(port, 1, {}, 'session-a')
  realtime.closeSession(Buffer.from('session-a'))
  realtime.send(1, credits(1))
  await first.closed
  const second = await connect(port, { cookie: 'user=1; session=b' })
  second.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
  expect(await second.next()).toMatchObject({ type: 'hello', seq: 0 })
  expect(creditsOf(await second.next())).toBe(1)
})

type Client = Awaited<ReturnType<typeof connectAndResume>>

/** Sends a ping; returns whether a pong came, so that everything the server did before has arrived. */
async function isAnswered({ socket, next, sendMessage }: Client) {
  sendMessage({ type: 'ping' })
  return (await next()).type === 'pong' && socket.readyState === WebSocket.OPEN
}

function cookieOf({ expiresAt }: { expiresAt: number }) {
  return `user=1; session=session; expires=${new Date(expiresAt).toISOString()}`
}

function connectionsOf({ server }: FastifyInstance) {
  return new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** Opens a socket by hand and sends resume. Answers no pings, no close messages and no end. */
async function openSilentPeer(port: number) {
  const socket = connectTcp({ port, host: 'localhost', allowHalfOpen: true })
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  const headers = {
    Host: `localhost:${port}`,
    Origin: `http://localhost:${port}`,
    Cookie: 'user=1; session=session',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(['GET /api/realtime HTTP/1.1', ...lines, '', ''].join('\r\n'))
  await once(socket, 'data')
  const resume = Buffer.from('{"type":"resume","epoch":null,"after":0}')
  // A text message, masked with zeros.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | resume.length, 0, 0, 0, 0]), resume]))
  return {
    received: () => received,
    /** Sends the head of a text message of 64 KB. */
    sendTooLong: () => void socket.write(Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0])),
  }
}
