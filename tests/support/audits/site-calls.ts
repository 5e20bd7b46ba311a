import { call } from '#web/api/call.ts'
import { httpRequestOf, type Transport } from '#web/api/transport.ts'

/** Returns headers with an own client address for each call, so that rate limits do not add up over tests. */
export function randomAddress() {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/**
 * Returns `call` for a running site, by a member's cookie or as a visitor. Throws `ApiError`. A function as
 * origin is asked before each attempt.
 */
export function callsTo(origin: string | (() => string), member?: { cookie: string }): typeof call {
  const transport: Transport = async (request) => {
    const { method, url, body } = httpRequestOf(request)
    const answer = await fetch((typeof origin === 'string' ? origin : origin()) + url, {
      method,
      headers: {
        ...randomAddress(),
        'sec-fetch-site': 'same-origin',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(member && { cookie: member.cookie }),
      },
      ...(body !== undefined && { body }),
    })
    const { status } = answer
    // A proxy in front of the site sends pages.
    const reply: unknown = await answer.json().catch(() => {
      throw new Error(`answered with ${status}, without JSON`)
    })
    return { status, body: reply, retryAfterSeconds: null }
  }
  return (endpoint, input, options) => call(endpoint, input, { ...options, transport })
}
