import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '#contract/error-body.ts'
import { SECOND } from '#contract/time.ts'
import { connectRaw, sendRaw } from '#tests/support/raw-http.ts'
import { createHttpServer } from './server.ts'
import { httpTimeouts } from './limits/timeouts.ts'

/** Longer than a busy machine stops this process, which is client and server. */
const short = { ...httpTimeouts, headersMs: 1000, requestMs: 1500, checkMs: 50, keepAliveMs: 1000 }

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
    ['two hosts', 'GET /page HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n', 400, 'request.invalid'],
    ['the same host twice', 'GET /page HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n', 400, 'request.invalid'],
    ['two hosts in HTTP/1.0', 'GET /page HTTP/1.0\r\nhost: x\r\nhost: y\r\n\r\n', 400, 'request.invalid'],
    [
      'a length and chunks',
      `POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'request.invalid',
    ],
    [
      'chunks and a length',
      `POST /form HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`,
      400,
      'request.invalid',
    ],
    [
      'an encoding that only looks like chunks',
      'POST /form HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
      'request.invalid',
    ],
    ['lines without carriage return', 'GET /page HTTP/1.1\nhost: x\n\n', 400, 'request.invalid'],
    ['a header that is folded', 'GET /page HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n', 400, 'request.invalid'],
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

describe('after the answer to two lengths or two hosts', () => {
  const smuggled = 'GET /page HTTP/1.1\r\nhost: x\r\n\r\n'

  test.each([
    ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks and a length', 'transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n'],
    ['chunks, then no chunks', 'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n'],
  ])('no request that follows in the same bytes is answered: %s', async (_name, rest) => {
    const connection = await connectRaw(app)
    connection.socket.write(`POST /form HTTP/1.1\r\nhost: x\r\n${rest}${smuggled}`)
    await connection.closed()
    expect(connection.text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })
})

test.each(['', 'a b', 'a/b', 'a?"><x', 'evil@x', 'x:', 'x:port', '[::1', 'a,b'])(
  'the host %j is none',
  async (host) => {
    const answer = await sendRaw(app, `GET /page HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('"request.invalid"')
  },
)

test.each(['x', 'x:80', 'Dating.Example', 'a-b_c.example', '127.0.0.1:3000', '[::1]', '[2001:db8::1]:8080'])(
  'the host %s is one',
  async (host) => {
    expect((await sendRaw(app, `GET /page HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).status).toBe(200)
  },
)

describe('a client that sends a byte at a time', () => {
  const LETTER_MS = 20

  /** Sends the text slowly until the server closes the connection. */
  async function drip(text: string) {
    const connection = await connectRaw(app)
    let sent = 0
    let isClosed = false
    const closed = connection.closed().then(() => (isClosed = true))
    for (const letter of text) {
      if (isClosed || connection.text()) break
      connection.socket.write(letter)
      sent += 1
      await sleep(LETTER_MS)
    }
    connection.socket.end()
    await closed
    return { sent, received: connection.text() }
  }

  test('is disconnected when its headers take too long, on each of several connections', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => drip(`GET /page HTTP/1.1\r\nx: ${'a'.repeat(500)}`)),
    )
    for (const { sent, received } of clients) {
      // Counted in letters: on a busy machine all timers are late, those of the server as well.
      expect(sent * LETTER_MS).toBeLessThan(2 * SECOND)
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
