import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { s3Credentials, startFakeS3, type FakeS3 } from '#tests/support/fakes/fake-s3.ts'
import { openS3Storage } from './s3.ts'
import { partsOf } from './s3-multipart.ts'
import type { ListedFile, Storage } from './storage.ts'

const options = { contentType: 'image/webp' }

let store: FakeS3
let storage: Storage

beforeEach(async () => {
  store = await startFakeS3()
  storage = openS3Storage({ ...s3Credentials, bucketUrl: store.bucketUrl })
})
afterEach(() => store.close())

async function read(key: string) {
  const file = await storage.open(key)
  return file && { size: file.size, text: (await buffer(file.stream)).toString() }
}

test('a stored file can be opened, with its size and type', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  expect(await read('abc/tile.webp')).toEqual({ size: 5, text: 'hello' })
  expect(store.files.get('/photos/abc/tile.webp')?.type).toBe('image/webp')
})

test('all files are listed, page by page', async () => {
  const keys = ['abc/tile.webp', 'abc/large.webp', 'def/tile.webp', 'x.zip', 'y.zip']
  for (const key of keys) await storage.put(key, Buffer.from(key), options)
  const listed: ListedFile[] = []
  for await (const file of storage.list()) listed.push(file)
  expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  expect(listed.every(({ modifiedAt }) => Math.abs(modifiedAt.getTime() - Date.now()) < 60_000)).toBe(true)
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
      const received = [...store.uploads.values()].flat().reduce((sum, part) => sum + part.length, 0)
      largestGap = Math.max(largestGap, produced - received / chunk.length)
      yield chunk
    }
  }
  await storage.put('abc/export.zip', Readable.from(chunks()), { contentType: 'application/zip' })
  expect(store.files.get('/photos/abc/export.zip')).toMatchObject({ type: 'application/zip' })
  expect(store.files.get('/photos/abc/export.zip')?.body.equals(Buffer.concat(Array(20).fill(chunk)))).toBe(true)
  // A part of 8 MiB, and what the stream reads ahead.
  expect(largestGap).toBeLessThan(12)
  expect(store.uploads.size).toBe(0)
})

test('a stream that breaks leaves no upload behind', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('begin')
      throw new Error('the source broke')
    })(),
  )
  await expect(storage.put('abc/export.zip', broken, options)).rejects.toThrow('the source broke')
  expect(store.uploads.size).toBe(0)
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
  expect(store.files.size).toBe(0)
})

test('a browser gets a file by a signed address, and by no other', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  const delegation = await storage.delegate?.('abc/tile.webp')
  const url = delegation && 'url' in delegation ? delegation.url : ''
  expect(await (await fetch(url)).text()).toBe('hello')
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
  expect((await fetch(url.replace('tile', 'large'))).status).toBe(403)
  expect((await fetch(`${store.bucketUrl}/abc/tile.webp`)).status).toBe(403)
})

test('a store that fails for a moment is asked again', async () => {
  store.failures = [503, 500]
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  expect(store.files.get('/photos/abc/tile.webp')?.body.toString()).toBe('hello')
})

test('a wrong secret and a wrong bucket are errors, not missing files', async () => {
  const other = openS3Storage({ ...s3Credentials, secretAccessKey: 'wrong', bucketUrl: store.bucketUrl })
  await expect(other.open('abc/tile.webp')).rejects.toThrow('the photo store answered 403')
  const nowhere = openS3Storage({ ...s3Credentials, bucketUrl: store.bucketUrl.replace('photos', 'no-bucket') })
  await expect(nowhere.put('abc/tile.webp', Buffer.from('x'), options)).rejects.toThrow('no such bucket')
})

test('a file may take longer to arrive than the store to answer', async () => {
  await storage.put('abc/export.zip', Buffer.from('hello'), options)
  const impatient = openS3Storage({ ...s3Credentials, bucketUrl: store.bucketUrl }, 1000)
  store.delays.bodyMs = 1500
  const file = await impatient.open('abc/export.zip')
  expect(file && (await buffer(file.stream)).toString()).toBe('hello')
})

test('a store that does not answer is an error', async () => {
  const impatient = openS3Storage({ ...s3Credentials, bucketUrl: store.bucketUrl }, 50)
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  store.delays.headersMs = 10_000
  await expect(impatient.open('abc/tile.webp')).rejects.toThrow('the photo store did not answer in time')
})

test.each(['../secret', '/etc/passwd', 'a//b', ''])('%j is no key', async (key) => {
  await expect(storage.open(key)).rejects.toThrow('not a storage key')
})
