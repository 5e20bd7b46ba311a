import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TypingMessage } from '#contract/realtime.ts'
import { CLIENT_MESSAGE_MAX_BYTES, closeCodes } from '#contract/realtime-protocol.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import {
  closeNodes,
  connect,
  connectAndResume,
  conversationId,
  credits,
  creditsOf,
  longMessage,
  memoryBus,
  openNode,
  rejectionOf,
} from '#tests/support/programs/realtime-node.ts'
import { LocalBus } from './bus.ts'
import { MAX_RECENT_EVENTS } from './resume-buffer.ts'

afterEach(closeNodes)

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
  test('reaches every device of the user and no other user', async () => {
    const { port, realtime } = await openNode()
    const [phone, laptop, stranger] = await Promise.all([
      connectAndResume(port, 1),
      connectAndResume(port, 1),
      connectAndResume(port, 2),
    ])
    realtime.send(1, { type: 'credits.changed', credits: 7, isPremium: true })
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

  test('gets all missed events when they are exactly as many as are remembered', async () => {
    const { first, second } = await missEvents(MAX_RECENT_EVENTS)
    await vi.waitFor(() => expect(second.received).toHaveLength(1 + MAX_RECENT_EVENTS))
    expect(second.received[0]).toEqual({ type: 'hello', epoch: first.epoch, seq: 0 })
    const expected = Array.from({ length: MAX_RECENT_EVENTS }, (_, index) => index + 1)
    expect(second.received.slice(1).map((message) => creditsOf(message))).toEqual(expected)
  })

  test('is reset when it missed one event more than are remembered', async () => {
    const { first, second, realtime } = await missEvents(MAX_RECENT_EVENTS + 1)
    expect(await second.next()).toEqual({ type: 'reset', epoch: first.epoch, seq: MAX_RECENT_EVENTS + 1 })
    realtime.send(1, credits(500))
    expect(creditsOf(await second.next())).toBe(500)
    expect(second.received).toHaveLength(2)
  })

  test('is reset when it missed more bytes than are remembered', async () => {
    const { port, realtime } = await openNode()
    const first = await connectAndResume(port)
    await first.cut()
    for (let sent = 1; sent <= 3; sent += 1) realtime.send(1, longMessage)
    const [tooFar, near] = [await connect(port), await connect(port)]
    tooFar.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
    expect(await tooFar.next()).toEqual({ type: 'reset', epoch: first.epoch, seq: 3 })
    near.sendMessage({ type: 'resume', epoch: first.epoch, after: 1 })
    expect(await near.next()).toEqual({ type: 'hello', epoch: first.epoch, seq: 1 })
    expect([await near.next(), await near.next()]).toMatchObject([{ seq: 2 }, { seq: 3 }])
  })

  test('is reset when it claims a number that was not reached', async () => {
    const { port, realtime } = await openNode()
    const first = await connectAndResume(port)
    realtime.send(1, credits(1))
    await first.next()
    const second = await connect(port)
    second.sendMessage({ type: 'resume', epoch: first.epoch, after: 2 })
    expect(await second.next()).toEqual({ type: 'reset', epoch: first.epoch, seq: 1 })
  })

  test('is reset after the user has been disconnected for too long', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { port, realtime } = await openNode({ clock: { now: () => new Date(now) } })
    const first = await connectAndResume(port)
    await first.cut()
    realtime.send(1, credits(1))
    now += 10 * MINUTE
    await realtime.heartbeat()
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

  test('and sends one message more than allowed at once is closed', async () => {
    // No time passes, so no further message becomes available.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => now.mockRestore())
    const { port } = await openNode()
    const client = await connectAndResume(port)
    // The resume was the first of 20.
    for (let count = 1; count < 20; count += 1) client.sendMessage({ type: 'ping' })
    await vi.waitFor(() => expect(client.received).toHaveLength(20))
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
    client.sendMessage({ type: 'ping' })
    expect(await client.closed).toBe(closeCodes.misbehaved)
  })

  test('and sends one byte more than allowed is closed', async () => {
    const { port } = await openNode()
    const client = await connectAndResume(port)
    const ping = JSON.stringify({ type: 'ping' })
    client.socket.send(ping.padEnd(CLIENT_MESSAGE_MAX_BYTES))
    expect(await client.next()).toEqual({ type: 'pong' })
    client.socket.send(ping.padEnd(CLIENT_MESSAGE_MAX_BYTES + 1))
    expect(await client.closed).toBe(1009)
  })

  test('and sends no resume between two heartbeats is closed', async () => {
    const { port, realtime } = await openNode()
    const client = await connect(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    await realtime.heartbeat()
    client.socket.send(JSON.stringify({ type: 'ping' }))
    expect(await client.next()).toEqual({ type: 'pong' })
    await realtime.heartbeat()
    expect(await client.closed).toBe(closeCodes.silent)
  })

  test('and opened right before a heartbeat has time for its resume', async () => {
    const { port, realtime } = await openNode()
    const client = await connect(port)
    await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
    await realtime.heartbeat()
    client.socket.send(JSON.stringify({ type: 'resume', epoch: null, after: 0 }))
    expect(await client.next()).toMatchObject({ type: 'hello' })
  })

  test('and answers no ping is terminated', async () => {
    const { port, realtime } = await openNode()
    const client = await connectAndResume(port, 1, { autoPong: false })
    await realtime.heartbeat()
    await realtime.heartbeat()
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

test('logging out closes the other tabs of a session after one of them was closed', async () => {
  const { port, realtime } = await openNode()
  const [closedTab, openTab] = [
    await connectAndResume(port, 1, {}, 'session-a'),
    await connectAndResume(port, 1, {}, 'session-a'),
  ]
  await closedTab.cut()
  await vi.waitFor(() => expect(realtime.socketCount()).toBe(1))
  realtime.closeSession(Buffer.from('session-a'))
  expect(await openTab.closed).toBe(closeCodes.sessionEnded)
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

test('a heartbeat that fails for one user still pings the others, and is followed by the next', async () => {
  const { port, realtime } = await openNode()
  const clients = [await connectAndResume(port, 1), await connectAndResume(port, 2)]
  const connected: number[] = []
  realtime.onConnected((userId) => {
    connected.push(userId)
    if (userId === 1) throw new Error('no')
  })
  for (let beat = 0; beat < 2; beat += 1) await realtime.heartbeat()
  expect(connected).toEqual([1, 2, 1, 2])
  expect(clients).toHaveLength(2)
})

test('a thirteenth device replaces the oldest', async () => {
  const { port, realtime } = await openNode()
  const oldest = await connectAndResume(port)
  for (let count = 0; count < 12; count += 1) await connectAndResume(port)
  expect(await oldest.closed).toBe(closeCodes.tooManySockets)
  expect(realtime.socketCount()).toBe(12)
})

test('a node that stops closes its sockets with the code for a restart', async () => {
  const { app, port } = await openNode()
  const client = await connectAndResume(port)
  await app.close()
  expect(await client.closed).toBe(closeCodes.restart)
})

test('a node that stops opens no more sockets, which nothing would close', async () => {
  const { app, port, realtime } = await openNode()
  const [begun, rejected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  realtime.onClose(() => {
    begun.resolve()
    return rejected.promise
  })
  const closed = app.close()
  await begun.promise
  expect(await rejectionOf(port, {})).toEqual({ status: 503, code: 'request.unavailable' })
  rejected.resolve()
  await closed
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

  test('an event of a request that still runs while a node stops reaches the user on the other', async () => {
    const join = memoryBus()
    const [one, two] = await Promise.all([openNode({ bus: join() }), openNode({ bus: join() })])
    const there = await connectAndResume(two.port)
    await one.app.close()
    one.realtime.send(1, credits(1))
    expect(creditsOf(await there.next())).toBe(1)
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

  test('clients are informed when events between the nodes do not arrive, those that come meanwhile too, until a reset', async () => {
    const bus = memoryBus()
    const { port } = await openNode({ bus: bus() })
    const early = await connectAndResume(port)
    bus.lose()
    expect(await early.next()).toEqual({ type: 'not_live' })
    const late = await connectAndResume(port, 2)
    expect(await late.next()).toEqual({ type: 'not_live' })
    bus.restore()
    for (const client of [early, late]) expect(await client.next()).toMatchObject({ type: 'reset' })
    const afterwards = await connectAndResume(port, 3)
    bus.cut()
    expect(await afterwards.next()).toMatchObject({ type: 'reset' })
  })

  test('a node without a bus is not live while other nodes run', async () => {
    const bus = new LocalBus()
    const { port } = await openNode({ bus })
    const client = await connectAndResume(port)
    for (const reachesAll of [true, false, false]) bus.setReachesAll(reachesAll)
    expect(await client.next()).toEqual({ type: 'not_live' })
    bus.setReachesAll(true)
    expect(await client.next()).toMatchObject({ type: 'reset' })
  })

  test('only the clients of one user are reset when only events of that user may have been lost', async () => {
    const join = memoryBus()
    const { port, realtime } = await openNode({ bus: join() })
    const [client, other] = [await connectAndResume(port), await connectAndResume(port, 2)]
    join.cut('user:1')
    expect(await client.next()).toMatchObject({ type: 'reset', seq: 0 })
    realtime.send(2, credits(1))
    expect(creditsOf(await other.next())).toBe(1)
  })
})

/** Sends events while the client's first connection is lost, then resumes from the start of the epoch. */
async function missEvents(count: number) {
  const { port, realtime } = await openNode()
  const first = await connectAndResume(port)
  await first.cut()
  for (let sent = 1; sent <= count; sent += 1) realtime.send(1, credits(sent))
  const second = await connect(port)
  second.sendMessage({ type: 'resume', epoch: first.epoch, after: 0 })
  return { realtime, first, second }
}
