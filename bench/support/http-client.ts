import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '#contract/time.ts'

export interface Connection {
  /** Sends one request. The next may be sent only after `onReply` was called for this one. */
  send(request: string): void
  close(): void
}

const HEAD_END = '\r\n\r\n'

/**
 * Opens a keep-alive HTTP connection with minimal work per request, which leaves the CPU to the measured
 * programs. Writes prepared text, reads status and length only. Responses without a length throw.
 */
export function openConnection({
  port,
  onReply,
}: {
  port: number
  onReply: (status: number) => void
}): Promise<Connection> {
  let missing = 0
  let status = 0
  let cut = ''

  function read(size: number, buffer: Uint8Array) {
    if (missing > 0) {
      missing -= size
      if (missing === 0) onReply(status)
      return true
    }
    const text = cut + Buffer.from(buffer.buffer, buffer.byteOffset, size).toString('latin1')
    const end = text.indexOf(HEAD_END)
    cut = end < 0 ? text : ''
    if (end < 0) return true
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    if (length === undefined) throw new Error(`response without content-length: ${text.slice(0, end)}`)
    status = Number(text.slice(9, 12))
    missing = Number(length) - (text.length - end - HEAD_END.length)
    if (missing === 0) onReply(status)
    return true
  }

  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(256 * 1024), callback: read },
    })
    socket.once('error', reject)
    socket.once('connect', () =>
      resolve({ send: (request) => void socket.write(request, 'latin1'), close: () => socket.destroy() }),
    )
  })
}

/** Returns the text of one request. `body`, if any, is JSON in ASCII. */
export function requestText({
  method = 'GET',
  url,
  cookie,
  body,
}: {
  method?: string
  url: string
  cookie?: string
  body?: string
}) {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'host: localhost',
    'accept-language: en',
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ]
  return `${lines.join('\r\n')}${HEAD_END}${body ?? ''}`
}

interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Returns the text of the next request of a connection (0, 1, 2 …). */
  next: (connection: number) => string
}

/** Sends requests over several connections for some seconds, each in turn. Returns responses per second. */
export async function measureRequests({ port, connections, seconds, next }: LoadOptions) {
  let done = 0
  let rejected = 0
  let hasEnded = false
  const startedAt = performance.now()

  /** Ends with the last response, so that no request is left in flight. */
  async function work(index: number) {
    const ended = Promise.withResolvers<void>()
    const connection: Connection = await openConnection({
      port,
      onReply(status) {
        if (hasEnded) return ended.resolve()
        if (status === 200) done += 1
        else rejected += 1
        connection.send(next(index))
      },
    })
    connection.send(next(index))
    await ended.promise
    connection.close()
  }

  const working = Array.from({ length: connections }, (_, index) => work(index))
  await sleep(seconds * SECOND)
  const tookMs = performance.now() - startedAt
  hasEnded = true
  await Promise.all(working)
  if (rejected > 0) throw new Error(`${rejected} of ${done + rejected} requests failed`)
  return done / (tookMs / SECOND)
}
