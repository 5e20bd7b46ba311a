import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

type Secret = Pick<Config, 'secret'>

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Each purpose has a key of its own, so that what is made for one cannot be used for another. */
function keyOf({ secret }: Secret, purpose: string) {
  return Buffer.from(hkdfSync('sha256', secret, '', `rendezvous ${purpose}`, 32))
}

/**
 * Encrypts a secret with aes-256-gcm and a key derived from the server's secret. `owner` names whose it is: a
 * copy in another row cannot be decrypted.
 */
export function encrypt(config: Secret, { purpose, owner, plain }: { purpose: string; owner: string; plain: Buffer }) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, purpose), nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()])
}

/** Decrypts what `encrypt` returned. @throws Error when it was changed, or encrypted with another secret */
export function decrypt(config: Secret, { purpose, owner, data }: { purpose: string; owner: string; data: Buffer }) {
  const nonce = data.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config, purpose), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(data.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** Returns a keyed hash, for texts that are short enough to be tried one by one. */
export function keyedHash(config: Secret, { purpose, text }: { purpose: string; text: string }) {
  return createHmac('sha256', keyOf(config, purpose)).update(text).digest()
}
