import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readArchive, writeArchive, type Entry } from './archive.ts'
import { decryptStream, encryptStream } from './cipher.ts'

const key = randomBytes(32)
const MEGABYTE = 1024 * 1024

async function* inParts(bytes: Buffer, size = 300_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const encrypt = (plain: Buffer) => buffer(Readable.from(encryptStream(key, inParts(plain))))
const decrypt = (data: Buffer, otherKey = key) => buffer(Readable.from(decryptStream(otherKey, inParts(data))))

describe('the cipher', () => {
  test.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE])(
    'returns %i bytes as they were',
    async (size) => {
      const plain = randomBytes(size)
      const data = await encrypt(plain)
      expect((await decrypt(data)).equals(plain)).toBe(true)
    },
  )

  test('leaves nothing readable', async () => {
    const plain = randomBytes(1000)
    expect((await encrypt(plain)).includes(plain.subarray(0, 20))).toBe(false)
  })

  test('finds a wrong key, a changed byte, missing pieces, exchanged pieces and another file', async () => {
    const data = await encrypt(randomBytes(3 * MEGABYTE))
    const head = 52
    const piece = MEGABYTE + 16
    const changed = Buffer.from(data)
    changed[2 * MEGABYTE] = (changed[2 * MEGABYTE] ?? 0) ^ 1
    const exchanged = Buffer.concat([
      data.subarray(0, head),
      data.subarray(head + piece, head + 2 * piece),
      data.subarray(head, head + piece),
      data.subarray(head + 2 * piece),
    ])
    await expect(decrypt(data, randomBytes(32))).rejects.toThrow('damaged')
    await expect(decrypt(changed)).rejects.toThrow('damaged')
    await expect(decrypt(exchanged)).rejects.toThrow('damaged')
    for (const length of [10, head, head + piece, head + 2 * piece, data.length - 1])
      await expect(decrypt(data.subarray(0, length))).rejects.toThrow('damaged')
    await expect(decrypt(randomBytes(1000))).rejects.toThrow('no backup')
  })
})

describe('the archive', () => {
  const contents = [randomBytes(10), Buffer.alloc(0), randomBytes(2 * MEGABYTE)]

  async function* entries(): AsyncGenerator<Entry> {
    for (const [index, bytes] of contents.entries())
      yield { header: { kind: 'file', key: `${index}/large.webp` }, body: inParts(bytes) }
  }

  async function readAll(data: Buffer) {
    const entriesRead: [string, Buffer][] = []
    for await (const { header, body } of readArchive(inParts(data, 7)))
      entriesRead.push([header.kind === 'file' ? header.key : header.kind, await buffer(Readable.from(body))])
    return entriesRead
  }

  test('has all entries in order', async () => {
    const data = await buffer(Readable.from(writeArchive(entries())))
    const entriesRead = await readAll(data)
    expect(entriesRead.map(([name]) => name)).toEqual(['0/large.webp', '1/large.webp', '2/large.webp', 'end'])
    expect(contents.every((bytes, index) => entriesRead[index]?.[1].equals(bytes))).toBe(true)
  })

  test('is not read when its end is missing', async () => {
    const data = await buffer(Readable.from(writeArchive(entries())))
    await expect(readAll(data.subarray(0, -80))).rejects.toThrow('incomplete')
  })
})
