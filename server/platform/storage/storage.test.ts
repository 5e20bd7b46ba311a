import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLocalStorage, type Storage } from './storage.ts'
import { HOUR } from '#contract/time.ts'

const options = { contentType: 'image/webp' }
let directory: string
let storage: Storage

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rendezvous-storage-'))
  storage = await openLocalStorage({ directory })
})

afterEach(() => rm(directory, { recursive: true }))

async function read(key: string) {
  const file = await storage.open(key)
  return file && { size: file.size, text: (await buffer(file.stream)).toString() }
}

async function filesOnDisk() {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('a stored file can be opened, with its size', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  expect(await read('abc/tile.webp')).toEqual({ size: 5, text: 'hello' })
})

test('a stream is stored like bytes', async () => {
  await storage.put('abc-tile.webp', Readable.from([Buffer.from('in '), Buffer.from('parts')]), options)
  expect(await read('abc-tile.webp')).toEqual({ size: 8, text: 'in parts' })
})

test('a second put replaces the content, and a reader of the old one gets all of it', async () => {
  await storage.put('a.webp', Buffer.alloc(200_000, 'x'), options)
  const old = await storage.open('a.webp')
  await storage.put('a.webp', Buffer.from('new'), options)
  expect(old && (await buffer(old.stream)).length).toBe(200_000)
  expect(await read('a.webp')).toEqual({ size: 3, text: 'new' })
})

test('an aborted upload keeps the old content and leaves no draft', async () => {
  await storage.put('a.webp', Buffer.from('old'), options)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half of the ')
      throw new Error('connection lost')
    })(),
  )
  await expect(storage.put('a.webp', broken, options)).rejects.toThrow('connection lost')
  expect(await read('a.webp')).toEqual({ size: 3, text: 'old' })
  expect(await filesOnDisk()).toHaveLength(1)
})

test('opening the storage removes drafts left by a crash, but not those of a running upload', async () => {
  const old = join(directory, '.incoming', 'left-behind')
  const young = join(directory, '.incoming', 'running')
  await writeFile(old, 'half')
  await utimes(old, new Date(), new Date(Date.now() - 2 * HOUR))
  await writeFile(young, 'half')
  await openLocalStorage({ directory })
  expect(await filesOnDisk()).toEqual([young])
})

test('drafts that a killed process has left are removed within the hour, without a restart', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    await openLocalStorage({ directory })
    const left = join(directory, '.incoming', 'left-behind')
    await writeFile(left, 'half')
    await utimes(left, new Date(), new Date(Date.now() - 2 * HOUR))
    vi.advanceTimersByTime(HOUR)
    await expect.poll(filesOnDisk).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a key without a file, or whose file was deleted, opens as null', async () => {
  expect(await storage.open('nothing.webp')).toBeNull()
  await storage.put('a.webp', Buffer.from('x'), options)
  await storage.delete('a.webp')
  await storage.delete('a.webp')
  expect(await storage.open('a.webp')).toBeNull()
})

test('the directory of a file goes with its last file, and is there again for a new one', async () => {
  const folders = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && /^(?:abc|large)$/.test(entry.name))
      .map(({ name }) => name)
  for (const key of ['abc/tile.webp', 'abc/large/1.webp']) await storage.put(key, Buffer.from('x'), options)
  await storage.delete('abc/large/1.webp')
  expect(await folders()).toEqual(['abc'])
  await storage.delete('abc/tile.webp')
  await storage.delete('abc/tile.webp')
  expect(await folders()).toEqual([])
  await storage.put('abc/large/1.webp', Buffer.from('x'), options)
  expect(await read('abc/large/1.webp')).toMatchObject({ text: 'x' })
  await storage.delete('abc/large/1.webp')
  expect(await folders()).toEqual([])
})

test('files are stored while others of their directory are deleted', async () => {
  const rounds = Array.from({ length: 100 }, (_, round) => round)
  const lane = async (name: string) => {
    for (const round of rounds) {
      await storage.put(`abc/${name}`, Buffer.from(String(round)), options)
      expect(await read(`abc/${name}`)).toMatchObject({ text: String(round) })
      await storage.delete(`abc/${name}`)
    }
  }
  await Promise.all(['a', 'b', 'c'].map(lane))
  await Promise.all(
    rounds.map((round) =>
      round % 2 ? storage.delete('abc/same') : storage.put('abc/same', Buffer.from('x'), options),
    ),
  )
  await storage.put('abc/same', Buffer.from('last'), options)
  expect(await read('abc/same')).toMatchObject({ text: 'last' })
})

test.each([
  '../secret',
  'a/../../secret',
  '/etc/passwd',
  '',
  '.',
  '.incoming/x',
  'a//b',
  'a/.b',
  'a\\b',
  'a\0b',
  'a/b/c/d/e',
  'ä',
])('the key %j is rejected by every method', async (key) => {
  await expect(storage.put(key, Buffer.from('x'), options)).rejects.toThrow('not a storage key')
  await expect(storage.open(key)).rejects.toThrow('not a storage key')
  await expect(storage.delete(key)).rejects.toThrow('not a storage key')
  expect(await filesOnDisk()).toEqual([])
})

test('files and directories are not accessible to other users of the machine', async () => {
  await storage.put('a.webp', Buffer.from('x'), options)
  const [file = ''] = await filesOnDisk()
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await stat(join(file, '..'))).mode & 0o077).toBe(0)
})

test('a proxy finds a file under the prefix it was given, at the path on disk', async () => {
  await storage.put('abc/tile.webp', Buffer.from('hello'), options)
  const [path = ''] = await filesOnDisk()
  const proxied = await openLocalStorage({ directory, accelPrefix: '/internal-photos' })
  expect(await proxied.delegate?.('abc/tile.webp')).toEqual({
    accelPath: join('/internal-photos', relative(directory, path)),
  })
  await expect(proxied.delegate?.('../secret')).rejects.toThrow('not a storage key')
  expect(storage.delegate).toBeUndefined()
})

test('all files are listed, without those being written', async () => {
  const keys = ['abc/tile.webp', 'abc/large.webp', 'def.zip', 'a/b/c/d.webp']
  for (const key of keys) await storage.put(key, Buffer.from(key), options)
  await writeFile(join(directory, '.incoming', 'draft'), 'part')
  const listed: string[] = []
  for await (const { key } of storage.list()) listed.push(key)
  expect(listed.toSorted()).toEqual(keys.toSorted())
})
