import type { Client } from '@adyen/api-library'
import { z } from 'zod'
import { SECOND } from '#contract/time.ts'
import { parseJson } from '#server/platform/parse-json.ts'

/** Longer than the guard waits, so that no request outlives its process. */
const TIMEOUT_MS = 15 * SECOND

/** Statuses of an answer about the request itself. */
const REQUEST_ERRORS = new Set([400, 404, 422])
/** 'Request already processed or in progress': another request with the same idempotency key is running. */
const IN_PROGRESS = '704'

const ErrorBody = z.object({ errorCode: z.string() })

/** An answer of Adyen that is an error. */
class AdyenError extends Error {
  readonly statusCode: number
  /** Adyen's number of the error; null if the answer has none. */
  readonly errorCode: string | null
  /** Whether the same request, with the same key, can succeed later. */
  readonly isTransient: boolean

  constructor({ statusCode, errorCode, isTransient }: Pick<AdyenError, 'statusCode' | 'errorCode' | 'isTransient'>) {
    super(`adyen answered with status ${statusCode}, error ${errorCode ?? 'unknown'}`)
    this.statusCode = statusCode
    this.errorCode = errorCode
    this.isTransient = isTransient
  }
}

/**
 * Sends the requests of Adyen's client with `fetch`: its own sends them one connection each, waits without
 * limit, and knows only HTTPS. `url` replaces the origin.
 */
export function adyenHttp(url: string | undefined): Client['httpClient'] {
  return {
    async request(endpoint, json, { apiKey }, _needsKey, options = {}) {
      const { method = 'POST', idempotencyKey, params } = options
      const address = new URL(endpoint)
      const target = url === undefined ? address : new URL(address.pathname, url)
      // The client passes a plain object; its type also allows what `URLSearchParams` does.
      for (const [name, value] of new URLSearchParams(params as Record<string, string>))
        target.searchParams.set(name, value)
      const response = await fetch(target, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-api-key': apiKey ?? '',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(method !== 'GET' && { body: json.toString() }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (!response.ok) throw toError(response, text)
      return text
    },
  }
}

function toError({ status, headers }: Response, text: string) {
  const errorCode = ErrorBody.safeParse(parseJson(text)).data?.errorCode ?? null
  const isTransient = headers.get('transient-error') === 'true' || errorCode === IN_PROGRESS
  return new AdyenError({ statusCode: status, errorCode, isTransient })
}

export function isNotFound(error: unknown) {
  return error instanceof AdyenError && error.statusCode === 404
}

/**
 * Returns what an error means for the request: `final` if Adyen never executes it, `open` if it may be
 * executed later or is already, null if the error is not about the request. `finalCodes`: the errors after
 * which no money moves, where money does; without them every error that is not transient is final.
 */
export function judge(error: unknown, finalCodes?: ReadonlySet<string>) {
  if (!(error instanceof AdyenError) || !REQUEST_ERRORS.has(error.statusCode)) return null
  if (error.isTransient) return 'open'
  return !finalCodes || finalCodes.has(error.errorCode ?? '') ? 'final' : 'open'
}
