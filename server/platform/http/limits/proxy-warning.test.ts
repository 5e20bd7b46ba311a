import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnAboutUntrustedProxy } from './proxy-warning.ts'

const forwarded = { headers: { 'x-forwarded-for': '192.0.2.7' } }

async function warningsOf(
  config: { mode: 'demo' | 'production'; trustProxy?: boolean | string },
  requests: { headers?: Record<string, string> }[],
) {
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null, timestamp: false }, { write: (line: string) => lines.push(line) })
  const app = Fastify({ trustProxy: config.trustProxy ?? false })
  warnAboutUntrustedProxy(app, { config: config as never, log })
  app.get('/', async () => 'ok')
  for (const request of requests) await app.inject({ url: '/', ...request })
  return lines
}

test('an untrusted X-Forwarded-For is logged once, at the level warn, without an address', async () => {
  const lines = await warningsOf({ mode: 'production' }, [forwarded, forwarded])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: expect.stringContaining('TRUST_PROXY') })
  expect(lines[0]).not.toContain('192.0.2.7')
  expect(lines[0]).not.toContain('127.0.0.1')
})

test('a proxy other than the trusted ones is logged', async () => {
  expect(await warningsOf({ mode: 'production', trustProxy: '10.0.0.0/8' }, [forwarded])).toHaveLength(1)
})

test.each([
  ['a request without the header', { mode: 'production' as const }, {}],
  ['a trusted proxy', { mode: 'production' as const, trustProxy: '127.0.0.1' }, forwarded],
  ['a demo', { mode: 'demo' as const }, forwarded],
])('%s logs nothing', async (_, config, request) => {
  expect(await warningsOf(config, [request])).toEqual([])
})
