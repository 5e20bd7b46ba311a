import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openS3Storage } from './s3.ts'
import { partsOf } from './s3-multipart.ts'
import type { Storage } from './storage.ts'

const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-west-1' }
const options = { contentType: 'image/webp' }

let server: Server
let storage: Storage
let files: Map<string, { body: Buffer; type: string }>
/** Statuses that the store answers first, before it works. */
let failures: number[]
/** How long a reply waits before its headers, and in the middle of its body. */
let delays: { headersMs: number; bodyMs: number }
/** Uploads in parts that have not ended, by their id. */
let uploads: Map<string, Buffer[]>

beforeEach(async () => {
  files = new Map()
  failures = []
  delays = { headersMs: 0, bodyMs: 0 }
  uploads = new Map()
  server = createServer((request, reply) => void serve(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  storage = openS3Storage({ ...credentials, bucketUrl: origin('/photos') })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(request: IncomingMessage, reply: ServerResponse) {
  const body = await buffer(request)
  reply.statusCode = failures.shift() ?? (await answer(request, body, reply.setHeader.bind(reply)))
  if (reply.statusCode !== 200) return reply.end()
  if (request.method === 'POST') return reply.end(answerToPost(request))
  await sleep(delays.headersMs)
  if (request.method !== 'GET') return reply.end('')
  const content = files.get(pathOf(request))?.body ?? Buffer.alloc(0)
  if (delays.bodyMs > 0) {
    reply.write(content.subarray(0, 1))
    await sleep(delays.bodyMs)
    return reply.end(content.subarray(1))
  }
  return reply.end(content)
}

function answerToPost({ url = '' }: IncomingMessage) {
  const id = new URL(url, origin()).searchParams.get('uploadId')
  return id
    ? '<Result><ETag>"whole"</ETag></Result>'
    : `<Result><UploadId>${[...uploads.keys()].at(-1)}</UploadId></Result>`
}

function origin(path = '') {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

function pathOf({ url = '' }: IncomingMessage) {
  return new URL(url, origin()).pathname
}

/** Answers as a store does that has one bucket, `photos`, and knows one key. */
async function answer(request: IncomingMessage, body: Buffer, setHeader: (name: string, value: string) => unknown) {
  if (!(await isSigned(request))) return 403
  const path = pathOf(request)
  if (!path.startsWith('/photos/')) return 404
  const inParts = answerInParts(request, body, setHeader)
  if (inParts !== null) return inParts
  if (request.method === 'PUT') files.set(path, { body, type: request.headers['content-type'] ?? '' })
  if (request.method === 'DELETE') return files.delete(path) ? 204 : 404
  const file = files.get(path)
  if (!file) return 404
  setHeader('content-type', file.type)
  return 200
}

/** Answers a request of an upload in parts; null for any other. */
function answerInParts(request: IncomingMessage, body: Buffer, setHeader: (name: string, value: string) => unknown) {
  const query = new URL(request.url ?? '', origin()).searchParams
  if (query.has('uploads')) {
    uploads.set(`upload ${uploads.size + 1}`, [])
    files.set(pathOf(request), { body: Buffer.alloc(0), type: request.headers['content-type'] ?? '' })
    return 200
  }
  const id = query.get('uploadId')
  if (id === null) return null
  const parts = uploads.get(id)
  if (!parts) return 404
  if (request.method === 'DELETE') return uploads.delete(id) ? 204 : 404
  if (request.method === 'PUT') {
    parts[Number(query.get('partNumber')) - 1] = body
    setHeader('etag', `"${parts.length}"`)
    return 200
  }
  const etags = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, etag]) => etag)
  if (etags.length !== parts.length) return 400
  const type = files.get(pathOf(request))?.type ?? ''
  files.set(pathOf(request), { body: Buffer.concat(parts), type })
  uploads.delete(id)
  return 200
}

/** Signs the received request again with the same time and headers, and compares the signatures. */
async function isSigned({ url = '', method = '', headers }: IncomingMessage) {
  const address = new URL(url, origin())
  const query = Object.fromEntries(address.searchParams)
  const [, names = '', inHeader] = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const sent = query['X-Amz-Signature'] ?? inHeader
  for (const name of Object.keys(query)) if (name.startsWith('X-Amz-')) address.searchParams.delete(name)
  if (query['X-Amz-Expires']) address.searchParams.set('X-Amz-Expires', query['X-Amz-Expires'])
  const signer = new AwsV4Signer({
    ...credentials,
    service: 's3',
    url: address.href,
    method,
    datetime: query['X-Amz-Date'] ?? String(headers['x-amz-date']),
    signQuery: Boolean(query['X-Amz-Signature']),
    headers: Object.fromEntries(names.split(';').flatMap((name) => (name ? [[name, String(headers[name])]] : []))),
  })
  return sent !== undefined && (await signer.signature()) === sent
}

async function read(key: string) {
  const file = await storage.open(key)
  return file && { size: file.size, text: (await buffer(file.stream)).toString() }
}

test('a stored file can be opened, with its size and type', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  expect(await read('abc/tile.webp')).toEqual({ size: 5, text: 'hello' })
  expect(files.get('/photos/abc/tile.webp')?.type).toBe('image/webp')
})

test('a stream is stored as a whole', async () => {
  await storage.put('abc/tile.webp', Readable.from([Buffer.from('in '), Buffer.from('parts')]), options)
  expect(await read('abc/tile.webp')).toEqual({ size: 8, text: 'in parts' })
})

test('a large stream is sent in parts, of which one is in memory at a time', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let produced = 0
  let largestGap = 0
  function* chunks() {
    for (; produced < 20; produced += 1) {
      const received = [...uploads.values()].flat().reduce((sum, part) => sum + part.length, 0)
      largestGap = Math.max(largestGap, produced - received / chunk.length)
      yield chunk
    }
  }
  await storage.put('abc/export.zip', Readable.from(chunks()), { contentType: 'application/zip' })
  expect(files.get('/photos/abc/export.zip')).toMatchObject({ type: 'application/zip' })
  expect(files.get('/photos/abc/export.zip')?.body.equals(Buffer.concat(Array(20).fill(chunk)))).toBe(true)
  // A part of 8 MiB, and what the stream reads ahead.
  expect(largestGap).toBeLessThan(12)
  expect(uploads.size).toBe(0)
})

test('a stream that breaks leaves no upload behind', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('begin')
      throw new Error('the source broke')
    })(),
  )
  await expect(storage.put('abc/export.zip', broken, options)).rejects.toThrow('the source broke')
  expect(uploads.size).toBe(0)
})

test.each([
  [[], 1],
  [['12345'], 2],
  [['123', '456', '7'], 2],
  [['1234567890'], 3],
])('%j in parts of five bytes are %i parts', async (chunks, count) => {
  const parts: Buffer[] = []
  for await (const part of partsOf(Readable.from(chunks.map((text) => Buffer.from(text))), 5)) parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe(chunks.join(''))
  expect(parts).toHaveLength(count)
})

test('a missing file is null, and deleting one is no error', async () => {
  expect(await storage.open('nothing.webp')).toBeNull()
  await storage.delete('nothing.webp')
  await storage.put('abc/tile.webp', Buffer.from('x'), options)
  await storage.delete('abc/tile.webp')
  expect(files.size).toBe(0)
})

test('a browser gets a file by a signed address, and by no other', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  const delegation = await storage.delegate?.('abc/tile.webp')
  const url = delegation && 'url' in delegation ? delegation.url : ''
  expect(await (await fetch(url)).text()).toBe('hello')
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
  expect((await fetch(url.replace('tile', 'large'))).status).toBe(403)
  expect((await fetch(origin('/photos/abc/tile.webp'))).status).toBe(403)
})

test('a store that fails for a moment is asked again', async () => {
  failures = [503, 500]
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  expect(files.get('/photos/abc/tile.webp')?.body.toString()).toBe('hello')
})

test('a wrong secret and a wrong bucket are errors, not missing files', async () => {
  const other = openS3Storage({ ...credentials, secretAccessKey: 'wrong', bucketUrl: origin('/photos') })
  await expect(other.open('abc/tile.webp')).rejects.toThrow('the photo store answered 403')
  const nowhere = openS3Storage({ ...credentials, bucketUrl: origin('/no-bucket') })
  await expect(nowhere.put('abc/tile.webp', Buffer.from('x'), options)).rejects.toThrow('no such bucket')
})

test('a file may take longer to arrive than the store to answer', async () => {
  await storage.put('abc/export.zip', Buffer.from('hello'), options)
  const impatient = openS3Storage({ ...credentials, bucketUrl: origin('/photos') }, 1000)
  delays.bodyMs = 1500
  const file = await impatient.open('abc/export.zip')
  expect(file && (await buffer(file.stream)).toString()).toBe('hello')
})

test('a store that does not answer is an error', async () => {
  const impatient = openS3Storage({ ...credentials, bucketUrl: origin('/photos') }, 50)
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  delays.headersMs = 10_000
  await expect(impatient.open('abc/tile.webp')).rejects.toThrow('the photo store did not answer in time')
})

test.each(['../secret', '/etc/passwd', 'a//b', ''])('%j is no key', async (key) => {
  await expect(storage.open(key)).rejects.toThrow('not a storage key')
})
