import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ErrorBody } from '#contract/error-body.ts'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { connectRaw } from '#tests/support/raw-http.ts'
import { Realtime } from './hub.ts'
import { serveRealtime } from './route.ts'
import type { SocketOwner } from './connection.ts'

const log = pino({ level: 'silent' })
const identify = vi.fn<() => Promise<SocketOwner | null>>()
let app: FastifyInstance
let origin: string

beforeAll(async () => {
  app = await createHttpServer({ config: { publicUrl: 'http://localhost', trustProxy: false }, log })
  await serveRealtime(app, { realtime: new Realtime({ log, clock: systemClock }), identify })
  app.get('/api/user', async () => 'user')
  app.post('/api/user', async () => 'user')
  // Like the pages of the site, it matches every path.
  app.get('/*', async () => 'page')
  await app.listen({ port: 0, host: '127.0.0.1' })
  // An app that listens on a TCP port has an address of this shape.
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

async function askForSocket({
  path,
  method = 'GET',
  protocol = 'websocket',
  headers,
}: {
  path: string
  method?: string
  protocol?: string
  headers?: Record<string, string>
}) {
  const all = {
    host: new URL(origin).host,
    connection: 'upgrade',
    upgrade: protocol,
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    origin,
    ...headers,
  }
  const connection = await connectRaw(app)
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  connection.socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  return { connection, answer: await connection.answer() }
}

test.each([
  ['the home page', 'GET', '/', 404, 'request.not_found'],
  ['a call', 'GET', '/api/user', 404, 'request.not_found'],
  ['a call that changes something', 'POST', '/api/user', 404, 'request.not_found'],
  ['an unknown path', 'GET', '/no/such/page', 404, 'request.not_found'],
  ['a path below that of the socket', 'GET', `${REALTIME_PATH}/x`, 404, 'request.not_found'],
])('a socket is not opened on %s', async (_name, method, path, status, code) => {
  const { connection, answer } = await askForSocket({ method, path })
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBe(code)
  await connection.closed()
  expect(connection.text()).not.toContain('101 Switching')
})

test.each([
  ['of another site', 'https://evil.example', 'request.forbidden_origin'],
  ['without an address', 'null', 'request.forbidden_origin'],
  ['of this site without a session', undefined, 'authentication_required'],
])('a socket is not opened for a page %s', async (_name, foreign, code) => {
  identify.mockResolvedValue(null)
  const { connection, answer } = await askForSocket({
    path: REALTIME_PATH,
    ...(foreign && { headers: { origin: foreign } }),
  })
  expect(answer.status).toBe(403)
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBe(code)
  await connection.closed()
})

test('a socket is opened for a logged-in user of this site', async () => {
  identify.mockResolvedValue({
    userId: 1,
    sessionHash: Buffer.alloc(32),
    sessionExpiresAt: new Date(Date.now() + 60_000),
  })
  const { connection, answer } = await askForSocket({ path: REALTIME_PATH })
  expect(answer.status).toBe(101)
  connection.socket.destroy()
})

test('the path of the socket answers no plain request', async () => {
  identify.mockResolvedValue({
    userId: 1,
    sessionHash: Buffer.alloc(32),
    sessionExpiresAt: new Date(Date.now() + 60_000),
  })
  const response = await app.inject({ url: REALTIME_PATH, headers: { host: 'x', origin: 'http://x' } })
  expect(response.statusCode).toBe(404)
  expect(ErrorBody.parse(response.json()).error.code).toBe('request.not_found')
})

test('a proposal of another protocol is ignored', async () => {
  const { connection, answer } = await askForSocket({ path: '/api/user', protocol: 'h2c' })
  expect(answer.status).toBe(200)
  connection.socket.destroy()
})
