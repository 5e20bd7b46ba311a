import type { AnyEndpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { HTTP_RETRIES } from '#contract/limits.ts'
import { ApiError, apiErrorFrom } from './api-error.ts'
import { fetchTransport, type ApiReply, type ApiRequest, type Transport } from './transport.ts'

interface CallOptions {
  /** Default: `fetch`. Queries pass the transport of their query client. */
  transport?: Transport
  signal?: AbortSignal | undefined
  /**
   * Whether the call may be sent again when no answer came. By default true for GET, PUT and DELETE, which have one
   * effect however often they arrive; say true for a POST only if its body carries a client id.
   */
  isRepeatable?: boolean
  /** The file of an endpoint with `upload`; the body goes along in the same form. */
  file?: Blob
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
const passingStatuses = new Set([429, 502, 503, 504])

let onAuthenticationRequired: (() => void) | undefined

/** Spec §4: a 403 with `authentication_required` logs out. The browser's entry says how. */
export function whenAuthenticationRequired(handler: () => void) {
  onAuthenticationRequired = handler
}

/**
 * Calls an endpoint of the contract and returns its reply. The server has parsed the reply against the same contract,
 * so it is not parsed twice.
 * Without an answer, or with 429, 502, 503, 504, it tries again up to 5 times, each wait twice the one before (spec §7).
 * @throws ApiError
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { transport = fetchTransport, signal, isRepeatable = endpoint.method !== 'POST', file }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const request = requestOf(endpoint, input, file)
  const reply = await send(transport, signal ? { ...request, signal } : request, isRepeatable ? HTTP_RETRIES : 0)
  const body = parseJson(reply.text)
  // The server parsed it on the way out.
  if (reply.status < 400) return body as ReplyOf<E>
  const error = apiErrorFrom(reply.status, body)
  if (error.code === 'authentication_required' && endpoint.path !== '/api/user') onAuthenticationRequired?.()
  throw error
}

async function send(transport: Transport, request: ApiRequest, retries: number): Promise<ApiReply> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries
    let waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
    try {
      const reply = await transport(request)
      if (isLast || !passingStatuses.has(reply.status)) return reply
      // A wait longer than ours is an answer in itself: the caller shows it.
      if (reply.retryAfterSeconds !== null && reply.retryAfterSeconds * 1000 > LONGEST_WAIT_MS) return reply
      waitMs = Math.max(waitMs, (reply.retryAfterSeconds ?? 0) * 1000)
    } catch (cause) {
      if (request.signal?.aborted) throw cause
      if (isLast) throw new ApiError(0, { code: 'request.unreachable' }, { cause })
    }
    await wait(waitMs * (0.75 + Math.random() * 0.5), request.signal)
  }
}

/** Puts params into the path, the query behind it, and the body into JSON or, beside a file, into a form. */
export function requestOf<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, file?: Blob): ApiRequest {
  // InputOf is a conditional type that is open here; these are the only parts it can have.
  const { params, query, body } = input as {
    params?: Record<string, string | number>
    query?: Record<string, unknown>
    body?: unknown
  }
  let url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  if (query) {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== undefined && each !== null) search.append(key, String(each))
      }
    }
    if (search.size > 0) url += `?${search}`
  }
  const json = body === undefined ? undefined : JSON.stringify(body)
  if (!endpoint.upload) return { method: endpoint.method, url, ...(json !== undefined && { body: json }) }
  const form = new FormData()
  if (json !== undefined) form.append('data', json)
  if (file) form.append('file', file)
  return { method: endpoint.method, url, body: form }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wait(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
