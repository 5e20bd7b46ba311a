import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { guardJobs } from './dead-workers.ts'

const log = pino({ level: 'silent' })

/** A pool whose connections fail with these errors in order, and then succeed. Counts those in use. */
function poolWith(errors: Error[]) {
  let inUse = 0
  const clients: EventEmitter[] = []
  const connect = async () => {
    inUse += 1
    let isReleased = false
    const release = () => {
      if (isReleased) throw new Error('released twice')
      isReleased = true
      inUse -= 1
    }
    const query = async () => {
      const error = errors.shift()
      if (error) throw error
    }
    const client = Object.assign(new EventEmitter(), { query, release })
    // As the pool does, so that an error without a listener of ours does not end the process.
    clients.push(client.on('error', () => {}))
    return client
  }
  const pool = { connect, query: async () => {} } as unknown as pg.Pool
  return { pool, inUse: () => inUse, clients }
}

test('a connection on which the lock is not acquired in time goes back to the pool', async () => {
  vi.useFakeTimers()
  try {
    const timeouts = Array.from({ length: 3 }, () => new Error('canceling statement due to lock timeout'))
    const { pool, inUse } = poolWith(timeouts)
    const guard = guardJobs({ pool, log, workerIds: ['pool-1'], onSetBack: () => {} })
    await vi.advanceTimersByTimeAsync(2500)
    expect(inUse()).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(inUse()).toBe(1)
    await guard.stop()
    expect(inUse()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a connection that is lost is replaced, and one that reports its loss twice goes back to the pool once', async () => {
  vi.useFakeTimers()
  try {
    const { pool, inUse, clients } = poolWith([])
    const guard = guardJobs({ pool, log, workerIds: ['pool-1'], onSetBack: () => {} })
    await vi.advanceTimersByTimeAsync(100)
    clients[0]?.emit('error', new Error('lost'))
    expect(inUse()).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect([inUse(), clients.length]).toEqual([1, 2])
    await guard.stop()
    // The end of the session may be reported after the guard has closed it.
    clients[1]?.emit('error', new Error('lost'))
    expect(inUse()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
