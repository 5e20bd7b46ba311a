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

/** What goes wrong: an error, by status or whole, a cut connection, or a reply to a POST that waits. */
export type Fault = number | ApiReply | 'cut' | Promise<void>

export interface FakeApi {
  url: string
  /** Every request so far, and every reply that was not a fault. */
  requests: ApiRequest[]
  replies: { request: Pick<ApiRequest, 'method' | 'path' | 'body'>; reply: ApiReply }[]
  /** Applies to requests from now on. */
  fault: Fault | null
  /** The idempotency keys of earlier requests are not known any more. */
  forgetKeys(): void
  close(): Promise<void>
}

interface KeyRules {
  /** The methods whose requests can have an idempotency key. */
  methods: readonly string[]
  /** The answer to a request whose key belongs to one that is still executed. */
  inProgress: ApiReply
  /** The answer to a key that another request has had. */
  reused: ApiReply
}

/**
 * Starts an HTTP server that plays another company's API. A request is executed once for its idempotency key,
 * which is known to the whole account, not to one path.
 */
export async function startFakeApi(
  answer: (request: ApiRequest) => ApiReply,
  { methods, inProgress, reused }: KeyRules,
): Promise<FakeApi> {
  const replies = new Map<string, { request: string; reply: ApiReply }>()
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
      if (typeof fault === 'number' || (fault && 'status' in fault)) {
        const { status, headers: more, ...given } = typeof fault === 'number' ? { status: fault } : fault
        const body = 'body' in given ? given.body : { status, title: 'Fault', detail: 'as the test wants it' }
        // Without a pause between the client's own repetitions.
        outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0', ...more })
        return outgoing.end(JSON.stringify(body))
      }
      const header = headers['idempotency-key']
      const key = methods.includes(method) && typeof header === 'string' ? header : null
      const reply = await execute(request, key)
      // A copy: a fake changes what it has answered.
      api.replies.push(structuredClone({ request: { method, path: pathname, body: request.body }, reply }))
      outgoing.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      return outgoing.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
    })()
  }).listen(0)
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  async function execute(request: ApiRequest, key: string | null) {
    if (key === null) return answer(request)
    if (running.has(key)) return inProgress
    const name = `${request.method} ${request.path} ${JSON.stringify(request.body)}`
    const earlier = replies.get(key)
    if (earlier) return earlier.request === name ? earlier.reply : reused
    const reply = answer(request)
    replies.set(key, { request: name, reply })
    running.add(key)
    if (api.fault instanceof Promise) await api.fault
    running.delete(key)
    return reply
  }

  // A server that listens on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo
  const api: FakeApi = {
    url: `http://localhost:${port}/`,
    requests: [],
    replies: [],
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
