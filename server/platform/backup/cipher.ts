import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { StartError } from '#server/platform/start-error.ts'

/** First bytes of a file; the digit is the version of the format. */
const MAGIC = Buffer.from('rendezvous backup 1\n')
const SALT_BYTES = 32
const TAG_BYTES = 16
const NONCE_BYTES = 12
/** Plain bytes of one piece. */
const PIECE_BYTES = 1024 * 1024

const damaged = () => new StartError('The backup is damaged or cut off, or BACKUP_KEY_FILE has another key.')

/**
 * Encrypts a stream with aes-256-gcm in pieces of a megabyte. Each file has a key of its own, derived from a
 * salt; the nonce counts the pieces and marks the last one, so that none can be removed, added or moved.
 */
export async function* encryptStream(key: Buffer, source: AsyncIterable<Buffer>) {
  const salt = randomBytes(SALT_BYTES)
  const fileKey = derive(key, salt)
  yield Buffer.concat([MAGIC, salt])
  let index = 0
  for await (const { piece, isLast } of piecesOf(source, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

/** Decrypts what `encryptStream` returned. @throws StartError for a damaged or incomplete one */
export async function* decryptStream(key: Buffer, source: AsyncIterable<Buffer>) {
  let fileKey: Buffer | null = null
  let index = 0
  // The first bytes are no piece, so the file is divided after them.
  const head = MAGIC.length + SALT_BYTES
  for await (const { piece, isLast } of piecesOf(withoutHead(), PIECE_BYTES + TAG_BYTES)) {
    if (!fileKey || piece.length < TAG_BYTES) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(piece.subarray(-TAG_BYTES))
    try {
      yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw damaged()
    }
    index += 1
  }

  async function* withoutHead() {
    let start = Buffer.alloc(0)
    for await (const bytes of source) {
      if (fileKey) {
        yield bytes
        continue
      }
      start = Buffer.concat([start, bytes])
      if (start.length < head) continue
      if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw new StartError('This file is no backup.')
      fileKey = derive(key, start.subarray(MAGIC.length, head))
      yield start.subarray(head)
    }
    if (!fileKey) throw damaged()
  }
}

/** Divides a stream into pieces of one size; the last one, which can be empty, is shorter or marked. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number) {
  let parts: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    parts.push(bytes)
    length += bytes.length
    if (length <= size) continue
    let all = Buffer.concat(parts)
    // One byte more than a piece is there, so this one is not the last.
    for (; all.length > size; all = all.subarray(size)) yield { piece: all.subarray(0, size), isLast: false }
    parts = [all]
    length = all.length
  }
  yield { piece: Buffer.concat(parts), isLast: true }
}

function derive(key: Buffer, salt: Buffer) {
  return Buffer.from(hkdfSync('sha256', key, salt, 'rendezvous backup', 32))
}

function nonceOf(index: number, isLast: boolean) {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}
