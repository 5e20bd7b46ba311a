import { expect, test, vi } from 'vitest'
import { startTestApp } from '#tests/support/site/app.ts'
import { openDatabase } from './postgres/db.ts'
import { createContext } from './context.ts'
import { DatabaseUnavailable } from './postgres/faults.ts'
import { newId, addNode } from './ids.ts'
import { processEnded, processesCounted } from './postgres/node-lease.ts'

test('two contexts on one database have different node numbers, and give them back', async () => {
  const site = await startTestApp()
  try {
    const { config, log, db, database } = site.context
    const connectionString = database.pool.options.connectionString ?? ''
    const second = await createContext({ config, log, database: openDatabase({ connectionString }) })
    const leases = await db.selectFrom('nodeLeases').select(['node', 'holder']).execute()
    expect(new Set(leases.map(({ node }) => node)).size).toBe(2)
    expect(new Set(leases.map(({ holder }) => holder)).size).toBe(2)
    await second.close()
    expect(await db.selectFrom('nodeLeases').select('node').execute()).toHaveLength(1)
  } finally {
    await site.close()
  }
})

test('clients fetch again after another process was killed, which may have published less than it had stored', async () => {
  const site = await startTestApp({ environment: { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' } })
  try {
    const { events, realtime } = site.context
    const reset = vi.spyOn(realtime, 'resetAll')
    for (const wasKilled of [false, true, false]) events.publish(processEnded, { wasKilled })
    await events.drain()
    expect(reset).toHaveBeenCalledOnce()
  } finally {
    await site.close()
  }
})

test('processes that share a database without Redis are warned about, and their pages are not live', async () => {
  const site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  try {
    const { events, log } = site.context
    const warn = vi.spyOn(log, 'warn')
    for (const others of [1, 0]) events.publish(processesCounted, { others })
    await events.drain()
    expect(warn.mock.calls).toEqual([
      [{ processes: 2 }, 'several processes share the database and REDIS_URL is not set'],
    ])
  } finally {
    await site.close()
  }
})

test('an id has the node number in its lowest bits, and none is made when the number may belong to another process', () => {
  const isValid = vi.fn<() => boolean>(() => true)
  const removeNode = addNode({ node: 21, isValid })
  const ids = Array.from({ length: 1000 }, () => newId())
  expect(ids.map((id) => id % 32)).toEqual(ids.map(() => 21))
  expect(new Set(ids).size).toBe(1000)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  isValid.mockReturnValue(false)
  expect(() => newId()).toThrow(DatabaseUnavailable)
  removeNode()
  expect(() => newId()).toThrow('without a node number')
})
