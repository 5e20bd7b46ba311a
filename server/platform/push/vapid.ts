import { createECDH, hkdfSync } from 'node:crypto'

/** The curve of web push (RFC 8292). */
const CURVE = 'prime256v1'
const KEY_BYTES = 32

/** Parts of the configuration, which imports this file. */
interface Secrets {
  secret: string
  vapidPrivateKey: string | undefined
}

/** The keys by which push services know this installation, base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Returns the keys of the installation: those that the operator set, else derived from the server's secret,
 * so that all nodes have the same ones and nothing but the secret has to be kept.
 */
export function vapidKeysOf({ secret, vapidPrivateKey }: Secrets): VapidKeys {
  return vapidPrivateKey ? keysFrom(Buffer.from(vapidPrivateKey, 'base64url')) : derive(secret, 0)
}

/** Whether a text is a private key: 32 bytes in base64url, within the order of the curve. */
export function isPrivateKey(text: string) {
  if (!/^[\w-]{43}$/.test(text)) return false
  try {
    return keysFrom(Buffer.from(text, 'base64url')).privateKey === text
  } catch {
    return false
  }
}

/** One of four thousand million derived numbers exceeds the order of the curve: the next one counts. */
function derive(secret: string, attempt: number): VapidKeys {
  try {
    return keysFrom(Buffer.from(hkdfSync('sha256', secret, '', `rendezvous push ${attempt}`, KEY_BYTES)))
  } catch {
    return derive(secret, attempt + 1)
  }
}

/** @throws Error for a number that is no private key */
function keysFrom(privateKey: Buffer): VapidKeys {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(privateKey)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/**
 * Returns the address at which a push service reaches the operator. Apple rejects one that is neither the
 * https address of a site nor a mail address: a development machine has none, and gets no messages there.
 */
export function vapidSubjectOf({ publicUrl, mailFrom }: { publicUrl: string; mailFrom: string }) {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`
}
