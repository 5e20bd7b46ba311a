import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerErrors, answerUnknownPaths } from '#server/platform/http/error-replies.ts'
import { registerRateLimit } from './rate-limit.ts'

const log = pino({ level: 'silent' })

// No time passes, however long a busy machine takes for the requests of a window.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

async function buildSite() {
  const app = Fastify({ trustProxy: true })
  answerErrors(app)
  await registerRateLimit(app, { config: { requestsPerMinute: 3, redisUrl: undefined }, log })
  answerUnknownPaths(app)
  app.get('/page', async () => 'ok')
  app.get('/assets/app.js', async () => 'ok')
  app.get('/login', { config: { rateLimit: { max: 1, timeWindow: 1000 } } }, async () => 'ok')
  return (url: string, address = '192.0.2.1') => app.inject({ url, headers: { 'x-forwarded-for': address } })
}

test('a request above the limit is rejected with the time to wait', async () => {
  const get = await buildSite()
  for (const _ of [1, 2, 3]) expect((await get('/page')).statusCode).toBe(200)
  const rejected = await get('/page')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['retry-after']).toBe('60')
  expect(rejected.json()).toMatchObject({ error: { code: 'request.too_many', params: { seconds: 60 } } })
})

test.each([-3_600_000, 3_600_000])('a clock that steps by %s ms neither ends nor prolongs a window', async (stepMs) => {
  const get = await buildSite()
  for (const _ of [1, 2, 3, 4]) await get('/page')
  vi.setSystemTime(Date.now() + stepMs)
  const rejected = await get('/page')
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '60'])
  vi.advanceTimersByTime(60_000)
  expect((await get('/page')).statusCode).toBe(200)
})

test('each address has its own count', async () => {
  const get = await buildSite()
  for (const _ of [1, 2, 3, 4]) await get('/page')
  expect((await get('/page', '192.0.2.2')).statusCode).toBe(200)
})

test('addresses of one IPv6 network share a count', async () => {
  const get = await buildSite()
  for (const last of [1, 2, 3]) await get('/page', `2001:db8:0:1::${last}`)
  expect((await get('/page', '2001:db8:0:1::4')).statusCode).toBe(429)
  expect((await get('/page', '2001:db8:0:2::4')).statusCode).toBe(200)
})

test('a route with its own limit has its own count', async () => {
  const get = await buildSite()
  expect((await get('/login')).statusCode).toBe(200)
  expect((await get('/login')).statusCode).toBe(429)
  expect((await get('/page')).statusCode).toBe(200)
})

test('every answer says how many requests are left, also an error and a rejection', async () => {
  const get = await buildSite()
  const limitsOf = async (url: string) => {
    const { headers } = await get(url)
    expect(
      Object.keys(headers).filter((name) => name.startsWith('x-ratelimit') || /^ratelimit-[lr]/.test(name)),
    ).toEqual([])
    return [headers['ratelimit-policy'], headers['ratelimit']]
  }
  expect(await limitsOf('/page')).toEqual(['"address";q=3;w=60', '"address";r=2;t=60'])
  expect(await limitsOf('/nothing')).toEqual(['"address";q=3;w=60', '"address";r=1;t=60'])
  expect(await limitsOf('/login')).toEqual(['"call";q=1;w=1', '"call";r=0;t=1'])
  expect(await limitsOf('/login')).toEqual(['"call";q=1;w=1', '"call";r=0;t=1'])
  expect(await limitsOf('/assets/app.js')).toEqual([undefined, undefined])
})

test('an unknown path is counted', async () => {
  const get = await buildSite()
  for (const _ of [1, 2, 3]) expect((await get('/nothing')).statusCode).toBe(404)
  expect((await get('/nothing')).statusCode).toBe(429)
})

test('files of the web app are not counted', async () => {
  const get = await buildSite()
  for (const _ of [1, 2, 3, 4, 5]) expect((await get('/assets/app.js')).statusCode).toBe(200)
})

test('while Redis is down no request is rejected', async () => {
  const app = Fastify()
  await registerRateLimit(app, { config: { requestsPerMinute: 1, redisUrl: 'redis://127.0.0.1:9' }, log })
  app.get('/page', async () => 'ok')
  for (const _ of [1, 2]) expect((await app.inject('/page')).statusCode).toBe(200)
  await app.close()
})
