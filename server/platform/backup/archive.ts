import { createHash } from 'node:crypto'
import { z } from 'zod'
import { StartError } from '#server/platform/start-error.ts'

/** One thing of a backup: what it is, and its bytes. */
export interface Entry {
  header: EntryHeader
  body: AsyncIterable<Buffer>
}

export const EntryHeader = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('about'),
    /** Of the snapshot. */
    takenAt: z.iso.datetime(),
    /** Names of the applied migrations. */
    migrations: z.array(z.string()),
    /** About how many files follow, for the progress. */
    files: z.int(),
  }),
  z.strictObject({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  /** The next values of sequences, as JSON. */
  z.strictObject({ kind: z.literal('sequences') }),
  /** `DATA_DIR/secret`, where no variable has the secret. */
  z.strictObject({ kind: z.literal('secret') }),
  z.strictObject({ kind: z.literal('file'), key: z.string() }),
  z.strictObject({ kind: z.literal('end'), entries: z.int() }),
])
export type EntryHeader = z.output<typeof EntryHeader>

const HASH_BYTES = 32
const CHUNK_MAX_BYTES = 64 * 1024 * 1024

/** Writes entries one after the other, each with the hash of its body; the last one counts them. */
export async function* writeArchive(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  let count = 0
  for await (const entry of entries) {
    yield* writeEntry(entry)
    count += 1
  }
  yield* writeEntry({ header: { kind: 'end', entries: count }, body: bytesOf(Buffer.alloc(0)) })
}

async function* writeEntry({ header, body }: Entry) {
  yield* chunk(Buffer.from(JSON.stringify(header)))
  const hash = createHash('sha256')
  for await (const bytes of body) {
    if (bytes.length === 0) continue
    hash.update(bytes)
    yield* chunk(bytes)
  }
  yield* chunk(Buffer.alloc(0))
  yield hash.digest()
}

function* chunk(bytes: Buffer) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  yield length
  if (bytes.length > 0) yield bytes
}

/**
 * Reads entries; the body of each must be read to its end before the next one.
 * @throws StartError when one is incomplete or differs from its hash, or the last one is missing
 */
export async function* readArchive(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new Reader(source)
  for (let count = 0; ; count += 1) {
    const header = EntryHeader.parse(JSON.parse((await reader.chunk()).toString()))
    const state = { isRead: false }
    yield { header, body: bodyOf(reader, state) }
    if (!state.isRead) throw new Error('the body of an entry was not read')
    if (header.kind !== 'end') continue
    if (header.entries !== count) throw incomplete()
    return
  }
}

async function* bodyOf(reader: Reader, state: { isRead: boolean }) {
  const hash = createHash('sha256')
  for (let bytes = await reader.chunk(); bytes.length > 0; bytes = await reader.chunk()) {
    hash.update(bytes)
    yield bytes
  }
  const expected = await reader.read(HASH_BYTES)
  if (!hash.digest().equals(expected)) throw incomplete()
  state.isRead = true
}

/** Reads a stream by numbers of bytes. */
class Reader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async chunk() {
    const length = (await this.read(4)).readUInt32BE()
    if (length > CHUNK_MAX_BYTES) throw incomplete()
    return this.read(length)
  }

  async read(length: number) {
    const parts: Buffer[] = [this.#rest]
    let have = this.#rest.length
    while (have < length) {
      const next = await this.#source.next()
      if (next.done) throw incomplete()
      parts.push(next.value)
      have += next.value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }
}

function incomplete() {
  return new StartError('The backup is incomplete or damaged.')
}

/** A body of bytes that are in memory. */
export async function* bytesOf(bytes: Buffer) {
  yield bytes
}
