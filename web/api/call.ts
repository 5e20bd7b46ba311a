import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { HTTP_RETRIES } from '#contract/limits.ts'
import { ApiError, apiErrorFrom, type ApiErrorCode } from './api-error.ts'
import { fetchTransport, httpRequestOf, type ApiReply, type ApiRequest, type Transport } from './transport.ts'

interface CallOptions {
  /** Default: `fetch`. Queries pass the transport of their query client. */
  transport?: Transport
  signal?: AbortSignal | undefined
  /** Whether the call is sent again without a reply. Default: true. */
  isRepeatable?: boolean
  /**
   * Whether it waits for a connection on a device that has none. Default: true for changing calls, as the
   * query cache waits with the others.
   */
  waitsOffline?: boolean
  /** The file of an endpoint with `upload`; it is sent in one form with the body. */
  file?: Blob
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
/** A limit that was exceeded for a short time, or a failure of the server. */
const isTemporary = (status: number) => status === 429 || status >= 500

let onAuthenticationRequired: (() => void) | undefined

let beforeThrowing: ((code: ApiErrorCode) => Promise<unknown>) | undefined

/** Sets what every failed call waits for before it throws its error. The browser's entry sets it once. */
export function beforeErrorsOfCalls(handler: (code: ApiErrorCode) => Promise<unknown>) {
  beforeThrowing = handler
}

/** Sets what happens when the API requires a log-in (SHELL-14). The browser's entry sets it once. */
export function whenAuthenticationRequired(handler: () => void) {
  onAuthenticationRequired = handler
}

/**
 * Calls an endpoint of the contract and returns its reply, which the server has validated. Calls are repeated
 * after growing waits while there is no reply or a temporary failure (SHELL-12): a repeated one has no
 * further effect, by its method, or by a client id in its body or header.
 * @throws ApiError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  {
    transport = fetchTransport,
    signal,
    isRepeatable = true,
    waitsOffline = endpoint.method !== 'GET',
    file,
  }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const request = { ...partsOf(endpoint, input, file), signal }
  const retries = isRepeatable ? HTTP_RETRIES : 0
  const { status, body } = await send(transport, request, { retries, waitsOffline })
  // The server validated it. Without content the reply is null.
  if (status < 400) return (body ?? null) as ReplyOf<E>
  const error = apiErrorFrom(status, body)
  if (error.code === 'authentication_required' && endpoint.path !== '/api/user') onAuthenticationRequired?.()
  await beforeThrowing?.(error.code)
  throw error
}

/** Returns a call as an HTTP request, for callers with their own HTTP client. */
export function requestOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, file?: Blob) {
  return httpRequestOf(partsOf(endpoint, input, file))
}

function partsOf<E extends Endpoint>({ method, path, upload }: E, input: InputOf<E>, file?: Blob): ApiRequest {
  // The compiler cannot resolve the conditional type InputOf here; these are the only parts it can have.
  const parts = input as Pick<ApiRequest, 'params' | 'query' | 'body'>
  const hasOwnId = typeof parts.body === 'object' && parts.body !== null && 'clientId' in parts.body
  const clientId = method === 'POST' && !hasOwnId ? crypto.randomUUID() : undefined
  return { method, path, ...parts, isUpload: upload, file, clientId }
}

interface Repeating {
  retries: number
  waitsOffline: boolean
}

async function send(
  transport: Transport,
  request: ApiRequest,
  { retries, waitsOffline }: Repeating,
): Promise<ApiReply> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries
    let waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
    try {
      const reply = await transport(request)
      if (isLast || !isTemporary(reply.status)) return reply
      // The caller shows the error rather than wait that long.
      if (reply.retryAfterSeconds !== null && reply.retryAfterSeconds * 1000 > LONGEST_WAIT_MS) return reply
      waitMs = Math.max(waitMs, (reply.retryAfterSeconds ?? 0) * 1000)
    } catch (cause) {
      if (request.signal?.aborted) throw cause
      const isWaiting = isOffline() && waitsOffline && retries > 0
      if (isWaiting) {
        await connection(request.signal)
        attempt = -1
        continue
      }
      if (isLast || isOffline()) throw new ApiError(0, { code: 'request.unreachable' }, { cause })
    }
    await wait(waitMs * (0.75 + Math.random() * 0.5), request.signal)
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

const browser = globalThis as unknown as Pick<EventTarget, 'addEventListener'>

/** Resolves when the device has a connection again. */
function connection(signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    browser.addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) })
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** Whether the device has no connection, so that repeating a call is of no use. */
function isOffline() {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}
