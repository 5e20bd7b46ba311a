import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { s3Credentials, startFakeS3, type FakeS3 } from '#tests/support/fakes/fake-s3.ts'
import { copyFiles } from './copy-files.ts'
import { openS3Storage } from './s3.ts'
import { openLocalStorage, type Storage } from './storage.ts'

/** The last one is larger than what is held in memory. */
const SIZES = [0, 10, 300_000, 9_000_000]

let folder: string
let store: FakeS3
let disk: Storage
let bucket: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rendezvous-copy-'))
  store = await startFakeS3()
  disk = await openLocalStorage({ directory: join(folder, 'a') })
  bucket = openS3Storage({ ...s3Credentials, bucketUrl: store.bucketUrl })
  for (const [index, size] of SIZES.entries())
    await disk.put(`p${index}/tile.webp`, randomBytes(size), { contentType: 'image/webp' })
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

async function contentOf(storage: Storage) {
  const content: Record<string, string> = {}
  for await (const { key } of storage.list()) {
    const file = await storage.open(key)
    if (file) content[key] = (await buffer(file.stream)).toString('hex')
  }
  return content
}

test('all files go to a bucket and back to a disk', async () => {
  const back = await openLocalStorage({ directory: join(folder, 'b') })
  expect(await copyFiles({ from: disk, to: bucket })).toEqual({ copied: 4, equal: 0 })
  expect(store.files.get('/photos/p1/tile.webp')?.type).toBe('image/webp')
  expect(await copyFiles({ from: bucket, to: back })).toEqual({ copied: 4, equal: 0 })
  expect(await contentOf(back)).toEqual(await contentOf(disk))
})

test('a later run continues: it copies what is missing or differs', async () => {
  await copyFiles({ from: disk, to: bucket })
  await bucket.delete('p1/tile.webp')
  await bucket.put('p2/tile.webp', Buffer.from('cut off'), { contentType: 'image/webp' })
  expect(await copyFiles({ from: disk, to: bucket })).toEqual({ copied: 2, equal: 2 })
  expect(await contentOf(bucket)).toEqual(await contentOf(disk))
})

test('a file that is not stored as it was ends the copy', async () => {
  const lossy = {
    ...bucket,
    put: (key: string, _: unknown, options: { contentType: string }) => bucket.put(key, Buffer.from('?'), options),
  }
  await expect(copyFiles({ from: disk, to: lossy })).rejects.toThrow('was not stored')
})
