import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Place {
  rpId: string
  origin: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** What the authenticator claims: user present, user verified, key attached. */
const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 }

/** A passkey in software, which answers challenges as a browser's device (ES256, attestation `none`). */
export function createAuthenticator({ rpId, origin }: Place) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, changed: Partial<Place>) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: changed.origin ?? origin, crossOrigin: false }))
  }

  function authenticatorData(flags: number, changed: Partial<Place>) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(changed.rpId ?? rpId), Buffer.from([flags]), count])
  }

  const envelope = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    /** Creates the key and returns what the browser sends to add it. */
    create({ challenge }: { challenge: string }, changed: Partial<Place> = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authenticatorData(FLAGS.present | FLAGS.verified | FLAGS.hasKey, changed),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, changed)),
        attestationObject: base64url(attestationObject(data)),
      }
      return { ...envelope, response }
    },

    /** Signs a challenge. The count of uses grows by `step`. */
    use(
      { challenge }: { challenge: string },
      { step = 1, isVerified = true, ...changed }: Partial<Place> & { step?: number; isVerified?: boolean } = {},
    ) {
      counter += step
      const client = clientData('webauthn.get', challenge, changed)
      const data = authenticatorData(FLAGS.present | (isVerified ? FLAGS.verified : 0), changed)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...envelope, response }
    },
  }
}

/** The public key in CBOR, as COSE defines it: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }) {
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([head, xBytes, Buffer.from([0x22, 0x58, 0x20]), yBytes])
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR. */
function attestationObject(data: Buffer) {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x58, data.length])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}
