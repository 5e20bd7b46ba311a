import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { filesOfZip } from '#tests/support/zip.ts'
import { zipStream, type ZipEntry } from './zip.ts'

const entry = (path: string, content: () => Iterable<unknown> | AsyncIterable<unknown>): ZipEntry => ({
  path,
  isCompressible: true,
  open: async () => Readable.from(content()),
})

describe('an archive', () => {
  test('contains its entries, and reports each', async () => {
    let count = 0
    const archive = zipStream(
      [entry('a.txt', () => ['first']), { ...entry('b/c.bin', () => [Buffer.from([1, 2])]), isCompressible: false }],
      { onEntry: () => (count += 1) },
    )
    const files = filesOfZip(await buffer(archive))
    expect([...files.keys()]).toEqual(['a.txt', 'b/c.bin'])
    expect(String(files.get('a.txt'))).toBe('first')
    expect(files.get('b/c.bin')).toEqual(Buffer.from([1, 2]))
    expect(count).toBe(2)
  })

  test('fails when an entry cannot be opened or read', async () => {
    const broken = async () => Promise.reject(new Error('not there'))
    await expect(buffer(zipStream([{ path: 'a', isCompressible: true, open: broken }]))).rejects.toThrow('not there')
    const breaking = entry('a', async function* () {
      yield 'some'
      throw new Error('cut')
    })
    await expect(buffer(zipStream([breaking]))).rejects.toThrow('cut')
  })

  test('reads an entry only as fast as the archive is read, and closes it with the archive', async () => {
    let [made, isClosed] = [0, false]
    const endless = entry('a', async function* () {
      try {
        for (;;) {
          made += 1
          yield Buffer.alloc(64 * 1024, made)
        }
      } finally {
        isClosed = true
      }
    })
    const archive = zipStream([{ ...endless, isCompressible: false }])
    for await (const _chunk of archive) break
    await expect.poll(() => isClosed).toBe(true)
    expect(made).toBeLessThan(40)
  })
})
