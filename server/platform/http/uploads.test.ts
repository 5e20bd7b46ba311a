import type { FastifyInstance } from 'fastify'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { bareRoutes } from '#tests/support/bare-routes.ts'
import { connectRaw } from '#tests/support/raw-http.ts'
import type { RequestViewer } from './callers.ts'
import { leastRate, type LeastRate } from './limits/least-rate.ts'
import { registerRateLimit } from './limits/rate-limit.ts'
import { createRoutes } from './routes.ts'
import { createHttpServer } from './server.ts'
import { httpTimeouts } from './limits/timeouts.ts'
import { uploadLimits } from './limits/upload-budget.ts'
import { openUploads } from './uploads.ts'

const schemas = {
  summary: 'Test.',
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ size: z.number() }),
}
const addFile = endpoint<typeof schemas>('POST', '/api/files', 'member', { upload: true })
const sendFile = endpoint<typeof schemas>('POST', '/api/open', 'anyone', { upload: true })
const change = endpoint<typeof schemas>('POST', '/api/change', 'member')

const MB = 1024 * 1024
const member = { userId: 1, sessionHash: Buffer.alloc(32), language: 'en' as const }

let app: FastifyInstance
let directory: string
let rate: LeastRate
const logged: string[] = []
const identify = vi.fn<() => Promise<RequestViewer | null>>()
/** What the handlers do with a file. */
const handle = vi.fn<(upload: { path: string; size: number } | null) => Promise<{ size: number }>>()

beforeEach(async () => {
  logged.length = 0
  directory = join(await mkdtemp(join(tmpdir(), 'rendezvous-uploads-')), 'incoming')
  identify.mockReset().mockResolvedValue(member)
  handle.mockReset().mockImplementation(async (upload) => ({ size: upload?.size ?? 0 }))
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  app = await createHttpServer({
    config: { publicUrl: 'http://localhost', trustProxy: true },
    log,
    // Longer than a busy machine takes for the rest of a body.
    timeouts: { ...httpTimeouts, discardMs: 1500 },
  })
  await registerRateLimit(app, { config: { requestsPerMinute: 1000, redisUrl: undefined }, log })
  const limits = { ...uploadLimits, member: uploadLimits.process }
  rate = { ...leastRate }
  const { route } = createRoutes(app, {
    ...bareRoutes,
    identify,
    uploads: await openUploads({ directory, limits, rate }),
  })
  route(addFile, schemas, ({ upload }) => handle(upload), { rateLimit: { max: 50, timeWindow: MINUTE } })
  route(sendFile, schemas, ({ upload }) => handle(upload))
  route(change, schemas, () => handle(null))
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await rm(join(directory, '..'), { recursive: true })
})

const boundary = 'xxBOUNDARYxx'
const start = `--${boundary}\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"name":"a"}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/jpeg\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

function headOf(path: string, length: number, headers: Record<string, string> = {}) {
  const all = {
    host: 'x',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(length),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** How much of the only file has come. */
async function receivedBytes() {
  const [name] = await readdir(directory)
  return name ? (await stat(join(directory, name))).size : 0
}

/** Sends the headers of an upload and the first bytes of its file, and nothing more. */
async function beginUpload(
  path: string,
  { fileBytes = 12 * MB, headers = {} }: { fileBytes?: number; headers?: Record<string, string> } = {},
) {
  const connection = await connectRaw(app)
  connection.socket.write(headOf(path, start.length + fileBytes + end.length, headers))
  connection.socket.write(start + 'x'.repeat(1000))
  return connection
}

const errorCode = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code

async function sendWhole(bytes: number, path = '/api/files') {
  return app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, 'x'), Buffer.from(end)]),
  })
}

describe('before the body of an upload arrives', () => {
  test.each([
    ['a visitor', {}, 403, 'authentication_required'],
    ['a page of another site', { origin: 'https://evil.example' }, 403, 'request.forbidden_origin'],
  ])('%s is rejected', async (_name, headers, status, code) => {
    identify.mockResolvedValue(null)
    const connection = await beginUpload('/api/files', { headers })
    const answer = await connection.answer()
    expect(answer.status).toBe(status)
    expect(errorCode(answer.body)).toBe(code)
    expect(handle).not.toHaveBeenCalled()
    expect(await readdir(directory)).toEqual([])
    // The rest is read for a while, so that a client still sending gets the answer; then the connection ends.
    connection.socket.write('x'.repeat(MB))
    await connection.closed()
  })

  test('a client over the rate limit is rejected, and no one is identified', async () => {
    for (let count = 0; count < 50; count += 1) await app.inject({ method: 'POST', url: '/api/files' })
    identify.mockClear()
    const answer = await (await beginUpload('/api/files')).answer()
    expect(answer.status).toBe(429)
    expect(errorCode(answer.body)).toBe('request.too_many')
    expect(identify).not.toHaveBeenCalled()
  })
})

test('a rejected client that goes on to the end of its body can use the connection again', async () => {
  identify.mockResolvedValue(null)
  const connection = await connectRaw(app)
  const length = start.length + 3 * MB + end.length
  connection.socket.write(headOf('/api/files', length))
  expect((await connection.answer()).status).toBe(403)
  connection.socket.write(start + 'x'.repeat(3 * MB) + end)
  connection.socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await connection.closed()
  expect(connection.text()).toContain('HTTP/1.1 404')
})

test('a visitor is rejected before the body of a call that is no upload is parsed', async () => {
  identify.mockResolvedValue(null)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/change',
    headers: { 'content-type': 'application/json' },
    payload: '{ not JSON',
  })
  expect(answer.json().error.code).toBe('authentication_required')
})

describe('the file of an upload', () => {
  test('exists on disk for its own account while it is handled, and is removed then', async () => {
    handle.mockImplementation(async (file) => {
      const { size, mode } = await stat(file?.path ?? '')
      expect(mode & 0o777).toBe(0o600)
      expect(await readdir(directory)).toHaveLength(1)
      return { size }
    })
    expect((await sendWhole(5 * MB)).json()).toEqual({ size: 5 * MB })
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect(await readdir(directory)).toEqual([])
  })

  test('is removed when the handler fails', async () => {
    handle.mockRejectedValue(new AppError('request.invalid'))
    expect((await sendWhole(MB)).statusCode).toBe(400)
    expect(await readdir(directory)).toEqual([])
  })

  test('is removed when the client disconnects midway, without an error in the log', async () => {
    const connection = await beginUpload('/api/files')
    await expect.poll(() => readdir(directory)).toHaveLength(1)
    connection.socket.destroy()
    await expect.poll(() => readdir(directory)).toEqual([])
    expect(handle).not.toHaveBeenCalled()
    expect(logged).toEqual([])
  })

  test('is cut off one byte above the limit, and the client gets its answer before it has sent the rest', async () => {
    const connection = await beginUpload('/api/files', { fileBytes: 100 * MB })
    connection.socket.write('x'.repeat(13 * MB))
    expect(JSON.parse((await connection.answer()).body)).toEqual({ size: PHOTO_MAX_BYTES + 1 })
    await expect.poll(() => readdir(directory)).toEqual([])
    await connection.closed()
  })

  test('is a failure of the server when it cannot be written', async () => {
    await rm(directory, { recursive: true })
    const { statusCode } = await sendWhole(MB)
    expect(statusCode).toBe(500)
  })
})

test('of 40 uploads that one address sends at once, only its share is received', async () => {
  identify.mockResolvedValue(null)
  const connections = await Promise.all(Array.from({ length: 40 }, () => beginUpload('/api/open', { fileBytes: MB })))
  await expect
    .poll(() => connections.filter(({ text }) => text().startsWith('HTTP/1.1 429')).length)
    .toBe(40 - uploadLimits.address.uploads)
  await expect.poll(() => readdir(directory)).toHaveLength(uploadLimits.address.uploads)
  const rejected = connections.find(({ text }) => text() !== '')
  expect(rejected?.text()).toMatch(/retry-after: 5\r\n/i)

  const other = await beginUpload('/api/open', { fileBytes: MB, headers: { 'x-forwarded-for': '203.0.113.5' } })
  await expect.poll(() => readdir(directory)).toHaveLength(uploadLimits.address.uploads + 1)

  for (const { socket } of [...connections, other]) socket.destroy()
  await expect.poll(() => readdir(directory)).toEqual([])
  expect((await sendWhole(1000, '/api/open')).statusCode).toBe(200)
})

describe('who sends slowly', () => {
  const address = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })

  test('takes no place of those who send a file, from however many addresses', async () => {
    identify.mockResolvedValue(null)
    const field = `--${boundary}\r\ncontent-disposition: form-data; name="data"\r\n\r\n{`
    const connections = await Promise.all(
      Array.from({ length: uploadLimits.process.uploads + 8 }, async (_, index) => {
        const connection = await connectRaw(app)
        connection.socket.write(headOf('/api/open', 100_000, address(1 + (index % 10))) + field)
        return connection
      }),
    )
    // Each has reached its handler, which waits for the rest.
    await expect.poll(() => identify.mock.calls.length).toBeGreaterThanOrEqual(connections.length)
    expect((await sendWhole(1000, '/api/open')).statusCode).toBe(200)
    identify.mockResolvedValue(member)
    expect((await sendWhole(1000)).statusCode).toBe(200)
    for (const { socket } of connections) socket.destroy()
  })

  test('without a session takes no place of members', async () => {
    identify.mockResolvedValue(null)
    const count = uploadLimits.visitors.uploads + 4
    const connections = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        beginUpload('/api/open', { fileBytes: MB, headers: address(1 + (index % 8)) }),
      ),
    )
    await expect.poll(() => connections.filter(({ text }) => text().startsWith('HTTP/1.1 503')).length).toBe(4)
    await expect.poll(() => readdir(directory)).toHaveLength(uploadLimits.visitors.uploads)
    identify.mockResolvedValue(member)
    expect((await sendWhole(1000)).statusCode).toBe(200)
    for (const { socket } of connections) socket.destroy()
    await expect.poll(() => readdir(directory)).toEqual([])
  })

  test.each([
    ['a file', start],
    ['a form without a file', start.slice(0, 70)],
  ])('%s loses the place, and gets the reason', async (_name, text) => {
    Object.assign(rate, { graceMs: 100, checkMs: 20 })
    const connection = await connectRaw(app)
    connection.socket.write(headOf('/api/files', MB) + text)
    const dripping = setInterval(() => connection.socket.write('x'), 20)
    const answer = await connection.answer()
    clearInterval(dripping)
    expect([answer.status, errorCode(answer.body)]).toEqual([408, 'request.timeout'])
    await expect.poll(() => readdir(directory)).toEqual([])
    expect(handle).not.toHaveBeenCalled()
    expect(logged).toEqual([])
    connection.socket.destroy()
  })

  test('but fast enough is received, and may be handled for longer', async () => {
    // The clock of the watch goes on by hand: a machine that stops for a moment makes no sender slow.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    Object.assign(rate, { graceMs: 20, checkMs: 5, bytesPerSecond: 100_000 })
    handle.mockImplementation(async (upload) => {
      await vi.advanceTimersByTimeAsync(MINUTE)
      return { size: upload?.size ?? 0 }
    })
    const connection = await connectRaw(app)
    const piece = 'x'.repeat(2000)
    connection.socket.write(headOf('/api/files', start.length + 10 * piece.length + end.length) + start)
    for (let count = 1; count <= 10; count += 1) {
      connection.socket.write(piece)
      // Not by `expect.poll`, which moves a clock that is set by hand.
      while ((await receivedBytes()) < count * piece.length);
      await vi.advanceTimersByTimeAsync(10)
    }
    connection.socket.write(end)
    expect(JSON.parse((await connection.answer()).body)).toEqual({ size: 10 * piece.length })
    connection.socket.destroy()
  })
})

test('a file that begins when its form was rejected takes no place and is not stored', async () => {
  const limits = { ...uploadLimits, process: { uploads: 1, bytes: 100 * MB } }
  const least = { bytesPerSecond: MB, graceMs: 5, checkMs: 5 }
  const uploads = await openUploads({ directory, limits, rate: least })
  const [rejected, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const requestWith = (parts: () => AsyncGenerator) =>
    ({ ip: '203.0.113.9', headers: {}, socket: { bytesRead: 0 }, isMultipart: () => true, parts }) as never
  const filePart = () => ({ type: 'file', file: Readable.from([Buffer.from('x')]) })
  const late = requestWith(async function* parts() {
    try {
      await rejected.promise
      yield filePart()
    } finally {
      read.resolve()
    }
  })
  const answer = uploads.receive({ request: late, userId: undefined }, async () => 'handled')
  await expect(answer).rejects.toMatchObject({ code: 'request.timeout' })
  rejected.resolve()
  await read.promise
  expect(await readdir(directory)).toEqual([])
  // The only place of the process is free.
  least.graceMs = MINUTE
  const next = requestWith(async function* parts() {
    yield filePart()
  })
  expect(await uploads.receive({ request: next, userId: 1 }, async ({ upload }) => upload?.size)).toBe(1)
})

test('files that a crash has left are removed at the next start, but not those of another running process', async () => {
  const [old, recent] = [join(directory, 'old'), join(directory, 'recent')]
  await writeFile(old, 'x')
  await writeFile(recent, 'x')
  const longAgo = new Date(Date.now() - 2 * HOUR)
  await utimes(old, longAgo, longAgo)
  await openUploads({ directory })
  expect(await readdir(directory)).toEqual(['recent'])
})
