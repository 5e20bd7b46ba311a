import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

test.each([
  ['a public reply', 'public, max-age=3600', {}, 'public, max-age=3600'],
  ['a public reply that sets a cookie', 'public, max-age=3600', { 'set-cookie': 'a=b' }, 'no-store'],
  ['a public reply that clears data', 'public, max-age=3600', { 'clear-site-data': '"cache"' }, 'no-store'],
  ['a reply that sets a cookie and says nothing', undefined, { 'set-cookie': 'a=b' }, 'no-store'],
  ['a private reply that sets a cookie', 'private, no-cache', { 'set-cookie': 'a=b' }, 'private, no-cache'],
])('%s', async (_name, caching, headers, expected) => {
  const config = { publicUrl: 'http://localhost', trustProxy: false }
  const app = await createHttpServer({ config, log: pino({ level: 'silent' }) })
  // As a hook of a slice does, before the route sets how long its reply may be stored.
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  app.get('/file', async (_request, reply) => {
    if (caching) void reply.header('cache-control', caching)
    return 'ok'
  })
  expect((await app.inject('/file')).headers['cache-control']).toBe(expected)
  await app.close()
})
