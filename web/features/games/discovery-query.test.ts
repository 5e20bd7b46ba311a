import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { bindTransport } from '#web/api/transport.ts'
import { discoveryQuery } from './discovery-query.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const discovery = { today: [], online: null, newNear: null }

/** Loads the rows, which the server sends after this time. */
async function load(ms: number) {
  const client = createQueryClient()
  bindTransport(client, async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
    return { status: 200, body: discovery, retryAfterSeconds: null }
  })
  const rows = client.query(discoveryQuery())
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  return Promise.race([rows, Promise.resolve('still loading')])
}

test('the rows above the search are left out where they are slow: the search does not wait for them', async () => {
  expect(await load(3 * SECOND - 1)).toEqual(discovery)
  expect(await load(3 * SECOND + 1)).toBeNull()
})
