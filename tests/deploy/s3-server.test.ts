/**
 * What the program needs of an S3-compatible store: of the one that tests start, or of the bucket that
 * S3_TEST_URL names (as PHOTO_STORE_URL does), in which only what the test stores itself is touched.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import type { S3Options } from '#server/platform/storage/s3-bucket.ts'
import { openS3Storage } from '#server/platform/storage/s3.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { s3Credentials, startFakeS3 } from '#tests/support/fakes/fake-s3.ts'

const { S3_TEST_URL } = process.env
const MEGABYTE = 2 ** 20
/** More than a page of a listing has in a real store. */
const LISTED = S3_TEST_URL ? 1005 : 7
const options = { contentType: 'image/webp' }
/** Of this run. */
const prefix = `test-${randomBytes(6).toString('hex')}`

let store: S3Options
let storage: Storage
let close = () => {}
const stored = new Set<string>()

beforeAll(async () => {
  if (S3_TEST_URL) {
    const { photoStore } = loadConfig({ PHOTO_STORE_URL: S3_TEST_URL, DATA_DIR: 'node_modules/.cache/s3-test' })
    if (!photoStore) throw new Error('S3_TEST_URL has no key, no secret or no bucket')
    store = photoStore
  } else {
    const fake = await startFakeS3()
    store = { ...s3Credentials, bucketUrl: fake.bucketUrl }
    close = () => fake.close()
  }
  storage = openS3Storage(store)
})
afterEach(async () => {
  for (const key of stored) await storage.delete(key)
  stored.clear()
})
afterAll(() => close())

async function put(name: string, body: Buffer | Readable) {
  const key = `${prefix}/${name}`
  stored.add(key)
  await storage.put(key, body, options)
  return key
}

async function read(key: string) {
  const file = await storage.open(key)
  return file && { size: file.size, content: await buffer(file.stream) }
}

async function addressOf(key: string) {
  const delegation = await storage.delegate?.(key)
  if (!delegation || !('url' in delegation)) throw new Error('no address')
  return delegation.url
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('a file is stored, replaced and deleted', async () => {
  const key = await put('tile.webp', Buffer.from('hello'))
  expect(await read(key)).toEqual({ size: 5, content: Buffer.from('hello') })
  await put('tile.webp', Buffer.alloc(0))
  expect(await read(key)).toEqual({ size: 0, content: Buffer.alloc(0) })
  await storage.delete(key)
  expect(await storage.open(key)).toBeNull()
  await storage.delete(key)
})

test('a file larger than a part is stored whole, and nothing of one whose source breaks', async () => {
  const content = randomBytes(20 * MEGABYTE + 1)
  const chunks = Array.from({ length: 21 }, (_, n) => content.subarray(n * MEGABYTE, (n + 1) * MEGABYTE))
  const file = await read(await put('export.zip', Readable.from(chunks)))
  expect(file?.size).toBe(content.length)
  expect(file && hashOf(file.content)).toBe(hashOf(content))

  const broken = Readable.from(
    (function* () {
      yield* chunks.slice(0, 12)
      throw new Error('the source broke')
    })(),
  )
  await expect(put('broken.zip', broken)).rejects.toThrow('the source broke')
  expect(await storage.open(`${prefix}/broken.zip`)).toBeNull()
})

test('all files are listed, on several pages', async () => {
  const since = Date.now()
  const names = Array.from({ length: LISTED }, (_, n) => `${n % 3}/${n}.webp`)
  while (names.length > 0) await Promise.all(names.splice(0, 20).map((name) => put(name, Buffer.from(name))))
  const listed: string[] = []
  for await (const { key, modifiedAt } of storage.list()) {
    if (!key.startsWith(prefix)) continue
    listed.push(key)
    expect(Math.abs(modifiedAt.getTime() - since)).toBeLessThan(300_000)
  }
  expect(listed.toSorted()).toEqual([...stored].toSorted())
})

test('a browser gets a file by a signed address, and by no other', async () => {
  const key = await put('tile.webp', Buffer.from('hello'))
  const other = await put('large.webp', Buffer.from('other'))
  const url = await addressOf(key)
  const reply = await fetch(url)
  expect(await reply.text()).toBe('hello')
  expect(reply.headers.get('content-type')).toBe('image/webp')
  expect(reply.headers.get('cache-control')).toContain('no-store')
  const wrong = [
    url.replace('tile', 'large'),
    url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
    `${store.bucketUrl}/${key}`,
    `${store.bucketUrl}/${other}`,
    store.bucketUrl,
  ]
  const replies = await Promise.all(wrong.map((address) => fetch(address)))
  // 403, but Swift takes an address without a signature for one of its own interface.
  expect(replies.map((each) => Math.floor(each.status / 100))).toEqual(wrong.map(() => 4))
})

test('a wrong secret is an error, not a missing file', async () => {
  const key = await put('tile.webp', Buffer.from('hello'))
  const other = openS3Storage({ ...store, secretAccessKey: 'wrong' })
  await expect(other.open(key)).rejects.toThrow('the photo store answered 403')
  await expect(other.put(key, Buffer.from('x'), options)).rejects.toThrow('the photo store answered 403')
  expect((await read(key))?.content.toString()).toBe('hello')
})
