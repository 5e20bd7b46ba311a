import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { answerErrors } from './error-replies.ts'
import { registerRateLimit } from './rate-limit.ts'

const log = pino({ level: 'silent' })

async function buildSite() {
  const app = Fastify({ trustProxy: true })
  answerErrors(app)
  await registerRateLimit(app, { config: { requestsPerMinute: 3, redisUrl: undefined }, log })
  app.get('/page', async () => 'ok')
  app.get('/assets/app.js', async () => 'ok')
  app.get('/login', { config: { rateLimit: { max: 1, timeWindow: 1000 } } }, async () => 'ok')
  return (url: string, address = '192.0.2.1') => app.inject({ url, headers: { 'x-forwarded-for': address } })
}

test('the request beyond the limit is refused and told how long to wait', async () => {
  const ask = await buildSite()
  for (const _ of [1, 2, 3]) expect((await ask('/page')).statusCode).toBe(200)
  const refusal = await ask('/page')
  expect(refusal.statusCode).toBe(429)
  expect(refusal.headers['retry-after']).toBe('60')
  expect(refusal.json()).toMatchObject({ error: { code: 'request.too_many', params: { seconds: 60 } } })
})

test('another address has its own count', async () => {
  const ask = await buildSite()
  for (const _ of [1, 2, 3, 4]) await ask('/page')
  expect((await ask('/page', '192.0.2.2')).statusCode).toBe(200)
})

test('addresses of one IPv6 network share a count', async () => {
  const ask = await buildSite()
  for (const last of [1, 2, 3]) await ask('/page', `2001:db8:0:1::${last}`)
  expect((await ask('/page', '2001:db8:0:1::4')).statusCode).toBe(429)
  expect((await ask('/page', '2001:db8:0:2::4')).statusCode).toBe(200)
})

test('a route with its own limit counts for itself', async () => {
  const ask = await buildSite()
  expect((await ask('/login')).statusCode).toBe(200)
  expect((await ask('/login')).statusCode).toBe(429)
  expect((await ask('/page')).statusCode).toBe(200)
})

test('files of the web app are not counted', async () => {
  const ask = await buildSite()
  for (const _ of [1, 2, 3, 4, 5]) expect((await ask('/assets/app.js')).statusCode).toBe(200)
})

test('while Redis is away nobody is refused', async () => {
  const app = Fastify()
  await registerRateLimit(app, { config: { requestsPerMinute: 1, redisUrl: 'redis://127.0.0.1:9' }, log })
  app.get('/page', async () => 'ok')
  for (const _ of [1, 2]) expect((await app.inject('/page')).statusCode).toBe(200)
  await app.close()
})
