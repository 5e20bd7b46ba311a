import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  // A fake reads only what its API documents.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface ApiReply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** What goes wrong: an error status, a cut connection, or a reply to a POST that waits for a promise. */
type Fault = number | 'cut' | Promise<void>

export interface FakeApi {
  url: string
  /** Every request so far. */
  requests: ApiRequest[]
  /** Applies to requests from now on. */
  fault: Fault | null
  /** The idempotency keys of earlier requests are not known any more. */
  forgetKeys(): void
  close(): Promise<void>
}

/**
 * Starts an HTTP server that plays another company's API. POST requests are idempotent by their key; one
 * whose key is still being executed is answered with `inProgress`.
 */
export async function startFakeApi(
  answer: (request: ApiRequest) => ApiReply,
  { inProgress }: { inProgress: ApiReply },
): Promise<FakeApi> {
  const replies = new Map<string, ApiReply>()
  const running = new Set<string>()
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
      const content = await text(incoming)
      const { method = 'GET', headers } = incoming
      const request = {
        method,
        path: pathname,
        query: searchParams,
        headers,
        body: content ? JSON.parse(content) : null,
      }
      api.requests.push(request)
      const { fault } = api
      if (fault === 'cut') return incoming.socket.destroy()
      if (typeof fault === 'number') {
        // Without a pause between the client's own repetitions.
        outgoing.writeHead(fault, { 'content-type': 'application/json', 'retry-after': '0' })
        return outgoing.end(JSON.stringify({ status: fault, title: 'Fault', detail: 'as the test wants it' }))
      }
      const key = headers['idempotency-key']
      const name = `${method} ${pathname} ${String(key)}`
      const isRunning = key !== undefined && running.has(name)
      const reply = isRunning ? inProgress : (key !== undefined && replies.get(name)) || answer(request)
      if (!isRunning) {
        if (key !== undefined) replies.set(name, reply)
        running.add(name)
        if (method === 'POST') await fault
        running.delete(name)
      }
      outgoing.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      return outgoing.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
    })()
  }).listen(0)
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  // A server that listens on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo
  const api: FakeApi = {
    url: `http://localhost:${port}/`,
    requests: [],
    fault: null,
    forgetKeys: () => replies.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return api
}
