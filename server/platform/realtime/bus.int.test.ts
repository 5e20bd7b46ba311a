import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startRedis, type TestRedis } from '#tests/support/programs/redis.ts'
import { openRedisBus } from './bus.ts'

let redis: TestRedis
const open = new Set<ReturnType<typeof openRedisBus>>()

beforeAll(async () => {
  redis = await startRedis()
})
afterEach(async () => {
  for (const bus of open) await bus.close()
  open.clear()
})
afterAll(() => redis.close())

/** Opens a bus that is connected: its own first gap has been announced. */
async function join() {
  const bus = openRedisBus({ url: redis.url, log: pino({ level: 'silent' }) })
  open.add(bus)
  const received: string[] = []
  let gaps = 0
  bus.onMessage((channel, text) => received.push(`${channel} ${text}`))
  bus.onGap(() => {
    gaps += 1
  })
  await vi.waitFor(() => expect(gaps).toBe(1))
  return { bus, received, gaps: () => gaps - 1 }
}

type Node = Awaited<ReturnType<typeof join>>

/** Publishes from one to the other until a message arrives. */
async function expectConnected(from: Node, to: Node, channel = 'probe') {
  await vi.waitFor(() => {
    from.bus.publish(channel, 'works')
    expect(to.received).toContain(`${channel} works`)
  })
}

test('a message reaches the nodes that have subscribed, in order, and not its own', async () => {
  const [one, two, other] = [await join(), await join(), await join()]
  await Promise.all([one.bus.subscribe('user:1'), two.bus.subscribe('user:1'), other.bus.subscribe('user:2')])
  for (const text of ['a', 'b c', 'd']) one.bus.publish('user:1', text)
  other.bus.publish('user:2', 'nothing')
  one.bus.publish('user:2', 'last')
  // Each node has a connection of its own, which may be read at any time.
  await vi.waitFor(() => expect(other.received).toEqual(['user:2 last']))
  await vi.waitFor(() => expect(two.received).toEqual(['user:1 a', 'user:1 b c', 'user:1 d']))
  expect(one.received).toEqual([])
  expect([one, two, other].map(({ gaps }) => gaps())).toEqual([0, 0, 0])
})

test('a channel that was given up delivers nothing, and again after it was subscribed again', async () => {
  const [one, two] = [await join(), await join()]
  await two.bus.subscribe('user:1')
  two.bus.unsubscribe('user:1')
  await two.bus.subscribe('user:2')
  one.bus.publish('user:1', 'dropped')
  one.bus.publish('user:2', 'delivered')
  await vi.waitFor(() => expect(two.received).toEqual(['user:2 delivered']))
  await two.bus.subscribe('user:1')
  one.bus.publish('user:1', 'again')
  await vi.waitFor(() => expect(two.received).toEqual(['user:2 delivered', 'user:1 again']))
})

test('when only the connection that publishes is lost, the other nodes learn of a gap, and its own does not', async () => {
  const [one, two] = [await join(), await join()]
  await two.bus.subscribe('user:1')
  await redis.command('CLIENT KILL TYPE normal')
  one.bus.publish('user:1', 'lost')
  await vi.waitFor(() => expect(two.gaps()).toBe(1))
  expect(two.received).toEqual([])
  expect(one.gaps()).toBe(0)
  one.bus.publish('user:1', 'back')
  await vi.waitFor(() => expect(two.received).toEqual(['user:1 back']))
  expect(two.gaps()).toBe(1)
})

test('when only the connection that subscribes is lost, its node announces a gap once its channels are back', async () => {
  const [one, two] = [await join(), await join()]
  await two.bus.subscribe('user:1')
  // What is published in the moment of the gap must arrive: clients fetch again at that moment.
  two.bus.onGap(() => one.bus.publish('user:1', 'after the gap'))
  await redis.command('CLIENT KILL TYPE pubsub')
  await vi.waitFor(() => expect(two.received).toContain('user:1 after the gap'))
})

test('after Redis was killed and started again, nodes announce gaps and reach each other', async () => {
  const [one, two] = [await join(), await join()]
  await two.bus.subscribe('probe')
  await redis.kill()
  one.bus.publish('probe', 'lost')
  const early = two.bus.subscribe('user:1')
  await early
  await redis.start()
  await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(0))
  await expectConnected(one, two)
  one.bus.publish('user:1', 'subscribed meanwhile')
  await vi.waitFor(() => expect(two.received).toContain('user:1 subscribed meanwhile'))
})

test('a bus is live while its subscriptions are in effect, and reports when they are lost', async () => {
  const { bus, gaps } = await join()
  const lost = vi.fn<() => void>()
  bus.onLoss(lost)
  expect(bus.isLive()).toBe(true)
  await redis.kill()
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce())
  expect(bus.isLive()).toBe(false)
  await bus.subscribe('user:1')
  expect(bus.isLive()).toBe(false)
  await redis.start()
  await vi.waitFor(() => expect(gaps()).toBe(1))
  expect(bus.isLive()).toBe(true)
  expect(lost).toHaveBeenCalledOnce()
})

test('more channels than a command takes are subscribed after a lost connection, all of them', async () => {
  const [one, two] = [await join(), await join()]
  const channels = Array.from({ length: 2500 }, (_, index) => `user:${index}`)
  await redis.kill()
  for (const channel of channels) void two.bus.subscribe(channel)
  await redis.start()
  await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(0))
  for (const channel of [channels[0], channels[1000], channels[2499]]) await expectConnected(one, two, channel)
})

test('a subscription that Redis rejects is tried again, and until then the bus is not live', async () => {
  const { bus, gaps } = await join()
  await redis.command('ACL SETUSER default resetchannels')
  await bus.subscribe('user:1')
  await vi.waitFor(() => expect(bus.isLive()).toBe(false))
  await redis.command('ACL SETUSER default allchannels')
  await vi.waitFor(() => expect(bus.isLive()).toBe(true))
  expect(gaps()).toBeGreaterThan(0)
})

test('a Redis that hangs holds up no subscription for long', async () => {
  const { bus } = await join()
  redis.pause()
  try {
    expect(await bus.subscribe('user:1')).toBeUndefined()
  } finally {
    redis.resume()
  }
})

test('a channel whose subscription took effect late announces a gap, as messages may have been published before', async () => {
  const { bus, gaps } = await join()
  redis.pause()
  try {
    await bus.subscribe('user:1')
  } finally {
    redis.resume()
  }
  await vi.waitFor(() => expect(gaps()).toBe(1))
  await bus.subscribe('user:2')
  expect(gaps()).toBe(1)
})
