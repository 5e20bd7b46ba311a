import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '#contract/error-body.ts'
import { connectRaw, sendRaw } from '#tests/support/raw-http.ts'
import { createHttpServer } from './server.ts'
import { httpTimeouts } from './timeouts.ts'

const short = { ...httpTimeouts, headersMs: 300, requestMs: 600, checkMs: 50, keepAliveMs: 100 }

let app: FastifyInstance
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const config = { publicUrl: 'http://localhost', trustProxy: false }
  app = await createHttpServer({ config, log, timeouts: short })
  app.get('/page', async () => 'ok')
  app.post('/form', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const securityHeaders = {
  'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

describe('a request that is not valid HTTP', () => {
  test.each([
    ['no HTTP at all', 'hello there\r\n\r\n', 400, 'request.invalid'],
    ['a broken header', 'GET /page HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, 'request.invalid'],
    ['an invented method', 'FETCH /page HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'request.invalid'],
    [
      'two lengths',
      'POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'request.invalid',
    ],
    [
      'a broken chunk',
      'POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n',
      400,
      'request.invalid',
    ],
    ['no host', 'GET /page HTTP/1.1\r\n\r\n', 400, 'request.invalid'],
    [
      'headers of 40 kB',
      `GET /page HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
  ])('is answered in our shape: %s', async (_name, text, status, code) => {
    const answer = await sendRaw(app, text)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store' })
    const { error } = ErrorBody.parse(JSON.parse(answer.body))
    expect(error).toEqual({ code, requestId: expect.any(String) as string })
    expect(logged).toEqual([])
  })

  test('ends the connection', async () => {
    const connection = await connectRaw(app)
    connection.socket.write('hello there\r\n\r\n')
    expect((await connection.answer()).headers['connection']).toBe('close')
    connection.socket.end()
    await connection.closed()
  })
})

describe('a client that sends a byte at a time', () => {
  /** Sends the text slowly until the server closes the connection. */
  async function drip(text: string) {
    const connection = await connectRaw(app)
    const start = performance.now()
    let isClosed = false
    const closed = connection.closed().then(() => (isClosed = true))
    for (const letter of text) {
      if (isClosed || connection.text()) break
      connection.socket.write(letter)
      await sleep(20)
    }
    connection.socket.end()
    await closed
    return { durationMs: performance.now() - start, received: connection.text() }
  }

  test('is disconnected when its headers take too long, on each of several connections', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => drip(`GET /page HTTP/1.1\r\nx: ${'a'.repeat(500)}`)),
    )
    for (const { durationMs, received } of clients) {
      expect(durationMs).toBeLessThan(2000)
      expect(received).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
      expect(received).toContain('x-content-type-options: nosniff')
      expect(received).toContain('{"error":{"code":"request.timeout"')
    }
    expect(logged).toEqual([])
  })

  test('is disconnected when its body takes too long', async () => {
    const head = 'POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n'
    const connection = await connectRaw(app)
    connection.socket.write(head)
    const timer = setInterval(() => connection.socket.write('1'), 20)
    const answer = await connection.answer()
    clearInterval(timer)
    expect(answer.status).toBe(408)
    connection.socket.end()
    await connection.closed()
    expect(logged).toEqual([])
  })
})

test('a connection on which nothing is sent is closed without an answer', async () => {
  const connection = await connectRaw(app)
  await connection.closed()
  expect(connection.text()).toBe('')
})

test('an idle connection is closed after the time-out, but serves a second request before', async () => {
  const connection = await connectRaw(app)
  const request = 'GET /page HTTP/1.1\r\nhost: x\r\n\r\n'
  connection.socket.write(request)
  await connection.answer()
  connection.socket.write(request)
  await connection.closed()
  expect(connection.text().match(/HTTP\/1.1 200 OK/g)).toHaveLength(2)
})

test('a connection stays open for longer than a proxy keeps it', () => {
  expect(httpTimeouts.keepAliveMs).toBeGreaterThan(60_000)
})
