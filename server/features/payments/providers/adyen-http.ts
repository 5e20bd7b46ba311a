import type { Client } from '@adyen/api-library'
import { SECOND } from '#contract/time.ts'

/** Longer than the guard waits, so that no request outlives its process. */
const TIMEOUT_MS = 15 * SECOND

/** Statuses with which the API says that it will not execute a request, however often it is sent. */
const REJECTED = new Set([400, 404, 422])

/** An answer of Adyen that is an error. */
class AdyenError extends Error {
  readonly statusCode: number

  constructor(statusCode: number) {
    super(`adyen answered with status ${statusCode}`)
    this.statusCode = statusCode
  }
}

/**
 * Sends the requests of Adyen's client with `fetch`: its own sends them one connection each, waits without limit, and knows
 * only HTTPS. `url` replaces the origin.
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
      if (!response.ok) throw new AdyenError(response.status)
      return response.text()
    },
  }
}

export function isNotFound(error: unknown) {
  return error instanceof AdyenError && error.statusCode === 404
}

/** Returns why Adyen will not execute a request; null if it may later. */
export function rejectionOf(error: unknown) {
  return error instanceof AdyenError && REJECTED.has(error.statusCode) ? error.message : null
}
