import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

/** The connection comes from this one; behind it a proxy, then a client who invents an address. */
const PEER = '10.0.0.1'
const forwarded = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7, 10.0.0.2' }

test.each([
  ['no proxy is trusted', false, PEER],
  ['another proxy is trusted', '192.0.2.0/24', PEER],
  ['one proxy is trusted', 1, '10.0.0.2'],
  ['two proxies are trusted', 2, '203.0.113.7'],
  ['proxies of a network are trusted', '10.0.0.0/8', '203.0.113.7'],
])('the address of a client when %s', async (_name, trustProxy, address) => {
  const app = await createHttpServer({
    config: { publicUrl: 'http://localhost', trustProxy },
    log: pino({ level: 'silent' }),
  })
  app.get('/address', async ({ ip }) => ip)
  const headers = { ...forwarded, forwarded: 'for=198.51.100.8', 'x-real-ip': '198.51.100.7' }
  const { payload } = await app.inject({ url: '/address', headers, remoteAddress: PEER })
  expect(payload).toBe(address)
  await app.close()
})
