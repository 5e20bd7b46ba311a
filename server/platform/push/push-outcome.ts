import { SECOND } from '#contract/time.ts'

/**
 * What became of a message. `gone`: the subscription has ended and can be forgotten. `later`: to be sent
 * again, after the time that the service asked for. `rejected`: the service will not take this message,
 * however often; the installation has a fault, and not the subscription.
 */
export type PushOutcome =
  | { type: 'sent' }
  | { type: 'gone' }
  | { type: 'later'; afterMs: number | null }
  | { type: 'rejected' }

/** A service that asks for more is asked again after this time. */
const LONGEST_WAIT_SECONDS = 3600

export function outcomeOf({ status, retryAfter }: { status: number; retryAfter: string | undefined }): PushOutcome {
  if (status >= 200 && status < 300) return { type: 'sent' }
  if (status === 404 || status === 410) return { type: 'gone' }
  if (status === 408 || status === 429 || status >= 500) return { type: 'later', afterMs: waitOf(retryAfter) }
  return { type: 'rejected' }
}

/** Reads a `Retry-After` in seconds; as a date, which no push service sends, it is left out. */
function waitOf(retryAfter: string | undefined) {
  if (!/^\d{1,9}$/.test(retryAfter ?? '')) return null
  return Math.min(Number(retryAfter), LONGEST_WAIT_SECONDS) * SECOND
}
