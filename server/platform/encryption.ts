import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** The secrets of an installation: parts of the configuration, which imports platform files. */
export interface Secrets {
  /** Signs and encrypts. */
  secret: string
  /** The one before, while it is replaced: what it signed and encrypted is still accepted. */
  previousSecret?: string | undefined
  /** Key of stored hashes, which cannot be made again with another one. */
  hashSecret?: string | undefined
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** By secret and purpose: few of each, and a derivation costs more than what the key is for. */
const keys = new Map<string, KeyObject>()

/** Each purpose has a key of its own, so that what is made for one cannot be used for another. */
function keyOf(secret: string, purpose: string) {
  const name = `${purpose}\n${secret}`
  const key =
    keys.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `rendezvous ${purpose}`, 32)))
  keys.set(name, key)
  return key
}

/**
 * Encrypts a secret with aes-256-gcm and a key derived from the server's secret. `owner` names whose it is: a
 * copy in another row cannot be decrypted.
 */
export function encrypt(
  { secret }: Secrets,
  { purpose, owner, plain }: { purpose: string; owner: string; plain: Buffer },
) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()])
}

interface Sealed {
  purpose: string
  owner: string
  data: Buffer
}

/** Decrypts what `encrypt` returned. @throws Error when it was changed, or encrypted with another secret */
export function decrypt(secrets: Secrets, sealed: Sealed) {
  const [current = secrets.secret, previous] = acceptedSecrets(secrets)
  if (previous === undefined) return decryptWith(current, sealed)
  try {
    return decryptWith(current, sealed)
  } catch {
    return decryptWith(previous, sealed)
  }
}

function decryptWith(secret: string, { purpose, owner, data }: Sealed) {
  const nonce = data.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(data.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** The secrets with which something may have been signed or encrypted, the current one first. */
export function acceptedSecrets({ secret, previousSecret }: Secrets) {
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}

/** Returns a keyed hash to store, for texts that are short enough to be tried one by one. */
export function keyedHash(secrets: Secrets, { purpose, text }: { purpose: string; text: string }) {
  return macWith(hashSecretOf(secrets), { purpose, text })
}

/** Returns the key of stored hashes. */
export function hashSecretOf({ secret, hashSecret = secret }: Secrets) {
  return hashSecret
}

/** Returns the signature of a text, with one of `acceptedSecrets`. */
export function macWith(secret: string, { purpose, text }: { purpose: string; text: string }) {
  return createHmac('sha256', keyOf(secret, purpose)).update(text).digest()
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isSameText(first: string, second: string) {
  const [left, right] = [Buffer.from(first), Buffer.from(second)]
  return left.length === right.length && timingSafeEqual(left, right)
}
