import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedSecrets, type Secrets } from '#server/platform/encryption.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

export const SIGNATURE_HEADER = 'x-sandbox-signature'
/** Validity of a signature: limits the replay of recorded webhooks. */
const TOLERANCE_MS = 5 * MINUTE
const SHAPE = /^t=(?<seconds>\d{1,12}),v1=(?<digest>[0-9a-f]{64})$/

interface Signed extends Secrets {
  body: Buffer
  now: Date
}

/** Signs a body as `t=<unix seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>">`, as providers do. */
export function signatureOf({ secret, body, now }: Signed) {
  const seconds = Math.floor(now.getTime() / SECOND)
  return `t=${seconds},v1=${digestOf(secret, seconds, body).toString('hex')}`
}

/** Returns whether the signature of a body is valid and recent. */
export function isSigned({ body, now, signature, ...secrets }: Signed & { signature: unknown }) {
  const parts = typeof signature === 'string' ? SHAPE.exec(signature)?.groups : undefined
  if (!parts?.['seconds'] || !parts['digest']) return false
  const seconds = Number(parts['seconds'])
  if (Math.abs(now.getTime() - seconds * SECOND) > TOLERANCE_MS) return false
  const digest = Buffer.from(parts['digest'], 'hex')
  return acceptedSecrets(secrets).some((secret) => timingSafeEqual(digest, digestOf(secret, seconds, body)))
}

function digestOf(secret: string, seconds: number, body: Buffer) {
  // A derived key, so that signatures made with the secret for other purposes are invalid here.
  const key = createHmac('sha256', secret).update('sandbox webhook').digest()
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest()
}
