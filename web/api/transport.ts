import { CLIENT_ID_HEADER } from '#contract/limits.ts'
import type { PageReply } from '#contract/page-renderer.ts'
import type { QueryClient } from '@tanstack/react-query'

/** A call as the contract describes it. */
export interface ApiRequest {
  method: string
  /** With the names of the parameters: `/api/likes/:profileId`. */
  path: string
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  /** Sent in a form together with the body. */
  file?: Blob | undefined
  isUpload?: boolean | undefined
  /** By which the server knows a changing call that is sent again (`CLIENT_ID_HEADER`). */
  clientId?: string | undefined
  signal?: AbortSignal | undefined
}

export type ApiReply = PageReply

/** Sends a call to the API and returns the reply, whatever its status. Throws only if there is no reply. */
export type Transport = (request: ApiRequest) => Promise<ApiReply>

/** Without a reply within this time a call counts as failed. */
const TIMEOUT_MS = 10_000
/** The same for a call with a file, which a slow connection needs longer to send. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Sends a call from the browser: same origin, so the browser adds cookies and the `Origin` header. */
export const fetchTransport: Transport = async (request) => {
  const { method, url, body } = httpRequestOf(request)
  const limit = limitTime(request)
  try {
    const reply = await fetch(url, {
      method,
      // Marks the page's own client as the sender.
      headers: {
        'x-request-type': 'client',
        ...(request.clientId && { [CLIENT_ID_HEADER]: request.clientId }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: limit.signal,
    })
    const retryAfter = Number(reply.headers.get('retry-after'))
    return {
      status: reply.status,
      body: bodyOfReply(reply.status, await reply.text()),
      retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    }
  } finally {
    limit.end()
  }
}

/** Returns a signal that aborts when the caller's does, or when the time is over. */
function limitTime({ signal, isUpload }: Pick<ApiRequest, 'signal' | 'isUpload'>) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(abort, isUpload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Returns a call as an HTTP request. */
export function httpRequestOf(request: ApiRequest) {
  const body = bodyOf(request)
  return { method: request.method, url: urlOf(request), ...(body !== undefined && { body }) }
}

/** Returns the path with its parameters filled in, and the query string. */
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

/** Returns JSON or, for an upload, a form that contains the JSON and the file. */
function bodyOf({ body, file, isUpload }: ApiRequest) {
  const json = body === undefined ? undefined : JSON.stringify(body)
  if (!isUpload) return json
  const form = new FormData()
  if (json !== undefined) form.append('data', json)
  if (file) form.append('file', file)
  return form
}

/**
 * Returns what a reply contains; undefined if that is nothing, or the page of a proxy that reports an error.
 * @throws TypeError if a success is not JSON: another site has answered, such as the log-in page of a
 * network, and the call counts as one without a reply.
 */
export function bodyOfReply(status: number, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (status < 400) throw new TypeError('the reply is not from the API', { cause })
    return undefined
  }
}

const transports = new WeakMap<QueryClient, Transport>()

/** Binds the query client of a page to the transport that sends this visitor's cookies. Server only. */
export function bindTransport(client: QueryClient, transport: Transport) {
  transports.set(client, transport)
}

export function transportOf(client: QueryClient): Transport {
  return transports.get(client) ?? fetchTransport
}
