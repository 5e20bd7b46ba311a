import type { QueryClient } from '@tanstack/react-query'

/** A call as the contract describes it. */
export interface ApiRequest {
  method: string
  /** With placeholders for the params: `/api/likes/:profileId`. */
  path: string
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  /** Sent in one form with the body. */
  file?: Blob | undefined
  isUpload?: boolean | undefined
  signal?: AbortSignal | undefined
}

export interface ApiReply {
  status: number
  /** Undefined if it is empty or not JSON. */
  body: unknown
  retryAfterSeconds: number | null
}

/** Sends a call to the API and returns the reply. Throws only when there is none. */
export type Transport = (request: ApiRequest) => Promise<ApiReply>

/** Sends calls with `fetch`. The API has the same origin, so the browser adds cookies and the `Origin` header. */
export const fetchTransport: Transport = async (request) => {
  const { method, url, body } = httpRequestOf(request)
  const reply = await fetch(url, {
    method,
    // Marks the request as one of the site's own client.
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

/** Returns method, URL and body of a call. */
export function httpRequestOf(request: ApiRequest) {
  const body = bodyOf(request)
  return { method: request.method, url: urlOf(request), ...(body !== undefined && { body }) }
}

/** Fills in the params and appends the query string. */
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

/** Returns JSON, or a form with the JSON and a file. */
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

/** Binds the query client of a page to the transport that sends this visitor's cookies. Used on the server only. */
export function bindTransport(client: QueryClient, transport: Transport) {
  transports.set(client, transport)
}

export function transportOf(client: QueryClient): Transport {
  return transports.get(client) ?? fetchTransport
}
