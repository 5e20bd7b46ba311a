import { createDecipheriv, createPublicKey, hkdfSync, randomUUID, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pushKeys, pushSubscription } from './push.ts'

interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  /** As the push service sees it. */
  body: Buffer
  /** As the browser reads it. */
  content: unknown
  /** What the signature of the sender says. */
  vapid: { aud: string; sub: string; exp: number; key: string }
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

/**
 * A push service on this machine. It checks the signature of the sender and keeps the keys of its browsers,
 * so that it can read what it gets; both are made by RFC 8188, 8291 and 8292, without the sender's library.
 */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, ReturnType<typeof pushKeys>>()
  /** Answers to the next requests; after them 201. */
  const answers: Answer[] = []

  const server = createServer((request, response) => {
    void buffer(request).then((body) => answer(request, response, body))
  })

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const path = request.url ?? ''
    const keys = browsers.get(path)
    if (!keys) return void response.writeHead(404).end()
    const vapid = readVapid(request.headers.authorization ?? '')
    received.push({ path, headers: request.headers, body, content: JSON.parse(decrypt(body, keys)), vapid })
    const { status, headers } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    received,
    answers,
    /** Returns what a new browser sends to the site. */
    subscribe() {
      const path = `/push/${randomUUID()}`
      const keys = pushKeys()
      browsers.set(path, keys)
      return pushSubscription(origin + path, keys)
    },
    /** The messages of a subscription. */
    of: ({ endpoint }: { endpoint: string }) => received.filter(({ path }) => origin + path === endpoint),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** Decrypts one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291. */
function decrypt(body: Buffer, { browser, auth }: { browser: ECDH; auth: Buffer }) {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32)
  const keyOf = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', keyOf('aes128gcm', 16), keyOf('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // After the content come a 2, of the last record, and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Reads `vapid t=<token>, k=<key>`. @throws Error for a token that the key has not signed */
function readVapid(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('the token is not signed by the key')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Omit<ReceivedPush['vapid'], 'key'>
  return { ...read, key }
}
