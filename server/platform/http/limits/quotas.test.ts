import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_REQUESTS_PER_MINUTE } from '#contract/limits.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { QuotaCounter } from './quotas.ts'

const log = pino({ level: 'silent' })
const quotas = {
  name: 'things',
  perMember: [
    { max: 2, timeWindow: MINUTE },
    { max: 3, timeWindow: HOUR },
  ],
  perAddress: [{ max: 4, timeWindow: MINUTE }],
}
const opened: QuotaCounter[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  for (const counter of opened.splice(0)) counter.close()
})

function openCounter({ requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE, redisUrl }: Options = {}) {
  const counter = new QuotaCounter({ config: { requestsPerMinute, redisUrl }, log })
  opened.push(counter)
  /** Returns 0, or the seconds to wait. */
  return async (userId: number | null, ip: string, counted = quotas) => {
    try {
      await counter.count(counted, { userId, ip })
      return 0
    } catch (error) {
      if (error instanceof AppError && error.code === 'request.too_many') return error.params?.['seconds']
      throw error
    }
  }
}

interface Options {
  requestsPerMinute?: number
  redisUrl?: string
}

test('a member above a quota waits for its end, whatever the address', async () => {
  const count = openCounter()
  expect([await count(1, '192.0.2.1'), await count(1, '192.0.2.2'), await count(1, '192.0.2.3')]).toEqual([0, 0, 60])
  expect(await count(2, '192.0.2.4')).toBe(0)
  vi.advanceTimersByTime(MINUTE)
  // The rejected call counted for the hour.
  expect(await count(1, '192.0.2.5')).toBe((HOUR - MINUTE) / 1000)
})

test('an address above a quota waits, whichever member calls', async () => {
  const count = openCounter()
  for (const userId of [1, 2, 3, null]) expect(await count(userId, '192.0.2.1')).toBe(0)
  expect([await count(4, '192.0.2.1'), await count(null, '192.0.2.1')]).toEqual([60, 60])
  expect(await count(null, '192.0.2.2')).toBe(0)
})

test('addresses of one IPv6 network share a count, as an IPv4 address does with its mapped form', async () => {
  const count = openCounter()
  for (const last of [1, 2, 3, 4]) expect(await count(null, `2001:db8:0:1::${last}`)).toBe(0)
  expect([await count(null, '2001:db8:0:1::5'), await count(null, '2001:db8:0:2::1')]).toEqual([60, 0])
  for (const _ of [1, 2, 3, 4]) expect(await count(null, '192.0.2.1')).toBe(0)
  expect(await count(null, '::ffff:192.0.2.1')).toBe(60)
})

test('quotas with different names are counted apart', async () => {
  const count = openCounter()
  for (const _ of [1, 2]) await count(1, '192.0.2.1')
  expect(await count(1, '192.0.2.1', { ...quotas, name: 'others' })).toBe(0)
})

test('an installation with a higher limit of requests has higher quotas; a lower one keeps them', async () => {
  const double = openCounter({ requestsPerMinute: 2 * DEFAULT_REQUESTS_PER_MINUTE })
  for (const _ of [1, 2, 3, 4]) expect(await double(1, '192.0.2.1')).toBe(0)
  expect(await double(1, '192.0.2.1')).toBe(60)
  const low = openCounter({ requestsPerMinute: 1 })
  expect([await low(1, '192.0.2.1'), await low(1, '192.0.2.1'), await low(1, '192.0.2.1')]).toEqual([0, 0, 60])
})

test('while Redis is down the process counts', async () => {
  // The connection has timers; for the counts no time passes.
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const count = openCounter({ redisUrl: 'redis://127.0.0.1:9' })
  expect([await count(1, '192.0.2.1'), await count(1, '192.0.2.1'), await count(1, '192.0.2.1')]).toEqual([0, 0, 60])
})
