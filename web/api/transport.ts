import type { QueryClient } from '@tanstack/react-query'

/** A call as the contract describes it. */
export interface ApiRequest {
  method: string
  /** With the names of the params: `/api/likes/:profileId`. */
  path: string
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  /** Sent in a form, beside the body. */
  file?: Blob | undefined
  isUpload?: boolean | undefined
  signal?: AbortSignal | undefined
}

export interface ApiReply {
  status: number
  /** Undefined if it was empty or no JSON. */
  body: unknown
  retryAfterSeconds: number | null
}

/** Carries a call to the API and brings the reply. Throws only when there was no reply. */
export type Transport = (request: ApiRequest) => Promise<ApiReply>

/** The browser's way: same origin, so cookies and the `Origin` header go along by themselves. */
export const fetchTransport: Transport = async (request) => {
  const { method, url, body } = httpRequestOf(request)
  const reply = await fetch(url, {
    method,
    // Tells the API that the page's own client is asking.
    headers: { 'x-request-type': 'client', ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    ...(request.signal && { signal: request.signal }),
  })
  const retryAfter = Number(reply.headers.get('retry-after'))
  return {
    status: reply.status,
    body: parseJson(await reply.text()),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  }
}

/** A call as it goes over the wire. */
export function httpRequestOf(request: ApiRequest) {
  const body = bodyOf(request)
  return { method: request.method, url: urlOf(request), ...(body !== undefined && { body }) }
}

/** Path and query string, with params and query put in. */
function urlOf({ path, params, query }: Pick<ApiRequest, 'path' | 'params' | 'query'>) {
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(key, String(each))
    }
  }
  return search.size > 0 ? `${url}?${search}` : url
}

/** JSON, or a form that holds the JSON and a file. */
function bodyOf({ body, file, isUpload }: ApiRequest) {
  const json = body === undefined ? undefined : JSON.stringify(body)
  if (!isUpload) return json
  const form = new FormData()
  if (json !== undefined) form.append('data', json)
  if (file) form.append('file', file)
  return form
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const transports = new WeakMap<QueryClient, Transport>()

/** Binds a page's query client to the transport that carries this visitor's cookies. Only the server needs to. */
export function bindTransport(client: QueryClient, transport: Transport) {
  transports.set(client, transport)
}

export function transportOf(client: QueryClient): Transport {
  return transports.get(client) ?? fetchTransport
}
