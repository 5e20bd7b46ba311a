import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { TOTP_PERIOD_MS, TOTP_WINDOW } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'

/** What every authenticator app supports (RFC 6238). */
const algorithm = { algorithm: 'SHA1', digits: 6, period: TOTP_PERIOD_MS / SECOND } as const
const SECRET_BYTES = 20

export function newTotpSecret() {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/**
 * Returns the period to which a code belongs, or null when it is wrong. Neighbouring periods are accepted,
 * because clocks are off. The caller rejects a period that was used before.
 */
export function periodOfCode({ secret, code, now }: { secret: Buffer; code: string; now: Date }) {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...algorithm, secret: toSecret(secret), token: code, timestamp, window: TOTP_WINDOW })
  return delta === null ? null : Math.floor(timestamp / TOTP_PERIOD_MS) + delta
}

/** Returns what an authenticator app needs: the secret in groups, its address, and that as a QR code. */
export function totpSetup({ secret, issuer, label }: { secret: Buffer; issuer: string; label: string }) {
  const totp = new TOTP({ ...algorithm, secret: toSecret(secret), issuer, label })
  const uri = totp.toString()
  return { secret: totp.secret.base32.replaceAll(/(.{4})(?=.)/g, '$1 '), uri, qr: qrCode(uri) }
}

/** Returns a QR code as the path of its dark modules, one unit wide: it renders without an image. */
function qrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { size, path: rows.join('') }
}

function toSecret(bytes: Buffer) {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
