import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { HTTP_RETRIES } from '#contract/limits.ts'
import { ApiError, apiErrorFrom, type ApiErrorCode } from './api-error.ts'
import { fetchTransport, httpRequestOf, type ApiReply, type ApiRequest, type Transport } from './transport.ts'

interface CallOptions {
  /** Default: `fetch`. Queries pass the transport of their query client. */
  transport?: Transport
  signal?: AbortSignal | undefined
  /**
   * Whether the call may be sent again without a reply. Default: true except for POST, as the other methods
   * are idempotent. Set it for a POST only if its body has a client id.
   */
  isRepeatable?: boolean
  /** The file of an endpoint with `upload`; it is sent in one form with the body. */
  file?: Blob
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
/** Statuses of temporary failures. */
const temporaryStatuses = new Set([429, 502, 503, 504])

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
 * Calls an endpoint of the contract and returns its reply, which the server has validated. Repeatable calls
 * are repeated after growing waits while there is no reply or a temporary failure (SHELL-12).
 * @throws ApiError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { transport = fetchTransport, signal, isRepeatable = endpoint.method !== 'POST', file }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const request = { ...partsOf(endpoint, input, file), signal }
  const { status, body } = await send(transport, request, isRepeatable ? HTTP_RETRIES : 0)
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
  return { method, path, ...parts, isUpload: upload, file }
}

async function send(transport: Transport, request: ApiRequest, retries: number): Promise<ApiReply> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries
    let waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
    try {
      const reply = await transport(request)
      if (isLast || !temporaryStatuses.has(reply.status)) return reply
      // The caller shows the error rather than wait that long.
      if (reply.retryAfterSeconds !== null && reply.retryAfterSeconds * 1000 > LONGEST_WAIT_MS) return reply
      waitMs = Math.max(waitMs, (reply.retryAfterSeconds ?? 0) * 1000)
    } catch (cause) {
      if (request.signal?.aborted) throw cause
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

/** Whether the device has no connection, so that repeating a call is of no use. */
function isOffline() {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}
