import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive by path, in order. Reads the directory at its end, as programs do. */
export function filesOfZip(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('not a complete ZIP archive')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const path = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    files.set(path, method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}
