import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { acceptedSecrets, type Secrets } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'

/** The sort key of a page's last row: an instant with a precision of milliseconds, then an internal key. */
export interface PageKey {
  at: Date
  id: number
}

export interface Cursors {
  seal(key: PageKey): string
  /** @throws AppError `request.invalid` */
  open(cursor: string): PageKey
}

const CIPHER = 'aes-128-ecb'
const BLOCK_BYTES = 16
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

/**
 * Encrypts page keys for clients: they contain an internal id and an instant that can be private (the last
 * activity of a member). A cursor is one AES block, 22 characters. A forged one decrypts to random bytes,
 * almost never a valid instant and id. `purpose` binds a cursor to its list.
 */
export function createCursors(secrets: Secrets, purpose: string): Cursors {
  const current = cursorsOf(secrets.secret, purpose)
  const all = acceptedSecrets(secrets).map((secret) =>
    secret === secrets.secret ? current : cursorsOf(secret, purpose),
  )
  return {
    seal: current.seal,
    open(cursor) {
      for (const { open } of all) {
        const key = open(cursor)
        if (key) return key
      }
      throw new AppError('request.invalid')
    },
  }
}

function cursorsOf(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `cursor ${purpose}`, BLOCK_BYTES))
  // Blocks in ECB mode are independent, so all cursors share one cipher: creating one is the larger cost.
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false)
  const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false)

  return {
    seal({ at, id }: PageKey) {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeBigInt64BE(BigInt(at.getTime()), 0)
      block.writeBigInt64BE(BigInt(id), 8)
      return cipher.update(block).toString('base64url')
    },

    open(cursor: string) {
      const sealed = Buffer.from(cursor, 'base64url')
      if (sealed.length !== BLOCK_BYTES) return null
      const block = decipher.update(sealed)
      const ms = Number(block.readBigInt64BE(0))
      const id = Number(block.readBigInt64BE(8))
      if (ms < EARLIEST_MS || ms > LATEST_MS || id < 0 || !Number.isSafeInteger(id)) return null
      return { at: new Date(ms), id }
    },
  }
}
