import type { QueryClient } from '@tanstack/react-query'

export interface ApiRequest {
  method: string
  /** Path and query string. */
  url: string
  /** JSON text, or a form with a file. */
  body?: string | FormData
  signal?: AbortSignal
}

export interface ApiReply {
  status: number
  /** The body as it came: JSON, or empty. */
  text: string
  retryAfterSeconds: number | null
}

/** Carries a request to the API and brings the reply. Throws only when there was no reply. */
export type Transport = (request: ApiRequest) => Promise<ApiReply>

/** The browser's way: same origin, so cookies and the `Origin` header go along by themselves. */
export const fetchTransport: Transport = async ({ method, url, body, signal }) => {
  const reply = await fetch(url, {
    method,
    // Spec §7: tells the API that the page's own client is asking.
    headers: { 'x-request-type': 'client', ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const retryAfter = Number(reply.headers.get('retry-after'))
  return { status: reply.status, text: await reply.text(), retryAfterSeconds: retryAfter > 0 ? retryAfter : null }
}

const transports = new WeakMap<QueryClient, Transport>()

/** Binds a page's query client to the transport that carries this visitor's cookies. Only the server needs to. */
export function bindTransport(client: QueryClient, transport: Transport) {
  transports.set(client, transport)
}

export function transportOf(client: QueryClient): Transport {
  return transports.get(client) ?? fetchTransport
}
