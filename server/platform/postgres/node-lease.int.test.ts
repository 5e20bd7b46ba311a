import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { Events } from '#server/platform/events.ts'
import { leaseNode, processEnded, processesCounted, type NodeLease } from './node-lease.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
const leases: NodeLease[] = []

beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const lease of leases.splice(0)) await lease.release()
  await database.close()
})

async function openLease({ count = 8, events = new Events({ log }) } = {}) {
  const made = await leaseNode({ db: database.db, log, events }, { count })
  leases.push(made)
  return made
}

/** As after an outage that outlasts the lease. */
function expireAll() {
  return sql`update node_leases set expires_at = now() - interval '1 second'`.execute(database.db)
}

describe('a node number', () => {
  test('is given to one process only, also when all of them start at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => openLease()))
    expect(made.map(({ node }) => node).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(made.every(({ isValid }) => isValid())).toBe(true)
  })

  test('cannot be had when all are taken, and can again once one is given back', async () => {
    const [first] = await Promise.all([openLease({ count: 2 }), openLease({ count: 2 })])
    await expect(
      leaseNode({ db: database.db, log, events: new Events({ log }) }, { count: 2, patienceMs: 0 }),
    ).rejects.toThrow('At most 2')
    await first.release()
    expect((await openLease({ count: 2 })).node).toBe(first.node)
  })

  test('that two processes choose at the same moment is given to the second one a little later', async () => {
    const many = await Promise.all(Array.from({ length: 16 }, () => openLease({ count: 16 })))
    expect(new Set(many.map(({ node }) => node)).size).toBe(16)
  })

  test('of a process that died can be had when its lease has expired', async () => {
    const dead = await openLease({ count: 1 })
    await expireAll()
    expect((await openLease({ count: 1 })).node).toBe(dead.node)
  })
})

describe('renewal', () => {
  test('extends the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { node } = await openLease({ count: 1 })
    await sql`update node_leases set expires_at = now() + interval '3 seconds'`.execute(database.db)
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ isLong: boolean }>`
        select expires_at > now() + interval '20 seconds' as is_long from node_leases where node = ${node}`.execute(
        database.db,
      )
      expect(rows).toEqual([{ isLong: true }])
    })
  })

  test('after another process has taken the number, is of a new number', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const late = await openLease({ count: 2 })
    const before = late.node
    await expireAll()
    await sql`update node_leases set holder = gen_random_uuid(), expires_at = now() + interval '1 minute'`.execute(
      database.db,
    )
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(late.node).toBe(1 - before))
  })

  test.each([
    ['forward', '-1 hour'],
    ['back', '1 hour'],
  ])('keeps the number after the clock was set %s, and others start beside it', async (_direction, shift) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const running = await openLease()
    const { node } = running
    await sql`update node_leases set expires_at = expires_at + ${shift}::interval`.execute(database.db)
    const started = await Promise.all(Array.from({ length: 7 }, () => openLease()))
    expect(started.map((lease) => lease.node)).not.toContain(node)
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from node_leases
        where node = ${node} and expires_at between now() and now() + interval '31 seconds'`.execute(database.db)
      expect(rows).toHaveLength(1)
    })
    expect(running.node).toBe(node)
    expect(running.isValid()).toBe(true)
  })

  test('that fails leaves the number invalid once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    const made = await openLease({ count: 1 })
    vi.advanceTimersByTime(4_000)
    expect(made.isValid()).toBe(true)
    const renew = vi.spyOn(database.db, 'getExecutor').mockImplementation(() => {
      throw new Error('the database is away')
    })
    vi.advanceTimersByTime(50_000)
    await Promise.resolve()
    expect(made.isValid()).toBe(false)
    renew.mockRestore()
  })
})

describe('the end of another process', () => {
  const OTHER = 31

  /** A process that has renewed its lease beside another one, and what it publishes. */
  async function besideAnother() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await sql`insert into node_leases values (${OTHER}, gen_random_uuid(), now() + interval '1 minute')`.execute(
      database.db,
    )
    const events = new Events({ log })
    const published = vi.fn<(end: { wasKilled: boolean }) => void>()
    events.after(processEnded, published)
    const counted: number[] = []
    events.after(processesCounted, ({ others }) => void counted.push(others))
    const { node } = await openLease({ events })
    async function renew() {
      await sql`update node_leases set expires_at = now() + interval '3 seconds' where node = ${node}`.execute(
        database.db,
      )
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from node_leases where node = ${node} and expires_at > now() + interval '20 seconds'`.execute(
          database.db,
        )
        expect(rows).toHaveLength(1)
      })
    }
    await renew()
    return { published, counted, renew }
  }

  test.each([
    ['has given its number back', false, sql`delete from node_leases where node = ${OTHER}`],
    [
      'was killed and its lease has expired',
      true,
      sql`update node_leases set expires_at = now() where node = ${OTHER}`,
    ],
    [
      'was killed and a new one has its number',
      true,
      sql`update node_leases set holder = gen_random_uuid() where node = ${OTHER}`,
    ],
  ])('is published once it %s', async (_end, wasKilled, end) => {
    const { published, renew } = await besideAnother()
    await renew()
    expect(published).not.toHaveBeenCalled()
    await end.execute(database.db)
    await renew()
    await renew()
    expect(published.mock.calls).toEqual([[{ wasKilled }]])
  })

  test('is distinguished from one that runs: only that one counts', async () => {
    const { counted, renew } = await besideAnother()
    await renew()
    expect(counted).toEqual([])
    await sql`update node_leases set expires_at = now() + interval '2 minutes' where node = ${OTHER}`.execute(
      database.db,
    )
    await renew()
    await renew()
    expect(counted).toEqual([1])
    await sql`delete from node_leases where node = ${OTHER}`.execute(database.db)
    await renew()
    // The row is renewed a moment before the process has read the answer.
    await vi.waitFor(() => expect(counted).toEqual([1, 0]))
  })

  test('that only creates data is never counted', async () => {
    const { counted, renew } = await besideAnother()
    await sql`update node_leases set serves = false where node = ${OTHER}`.execute(database.db)
    await renew()
    await sql`update node_leases set expires_at = now() + interval '2 minutes' where node = ${OTHER}`.execute(
      database.db,
    )
    await renew()
    await renew()
    expect(counted).toEqual([])
  })
})
