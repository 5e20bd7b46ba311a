import { z } from 'zod'
import { AGE_ESTIMATE_MARGIN } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { AgeOutcome, AgeProvider } from './age-provider.ts'

const TIMEOUT_MS = 10 * SECOND

const Session = z.object({ id: z.string().min(1).max(200) })
const Result = z.object({ status: z.string() })

/** Statuses of a session that is over. Any other one, also one that Yoti adds, has no outcome yet. */
const outcomes = new Map<string, AgeOutcome>([
  ['COMPLETE', 'passed'],
  ['FAIL', 'failed'],
  ['ERROR', 'failed'],
  ['CANCELLED', 'failed'],
  ['EXPIRED', 'failed'],
])

export interface YotiAccount {
  origin: string
  sdkId: string
  apiKey: string
}

/** Opens Yoti's Age Verification Service. Of its results only the status is read. */
export function openYoti({ origin, sdkId, apiKey }: YotiAccount): AgeProvider {
  async function request(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/api/v1/sessions${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'yoti-sdk-id': sdkId, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return response.json()
    await response.body?.cancel()
    throw new Error(`age provider answered with status ${response.status}`)
  }

  return {
    name: 'Yoti',

    async open({ reference, minimumAge, ttlMs, returnUrl }) {
      const session = await request('', {
        type: 'OVER',
        // An estimate by the face is not exact.
        age_estimation: { allowed: true, threshold: minimumAge + AGE_ESTIMATE_MARGIN, level: 'PASSIVE' },
        digital_id: { allowed: true, threshold: minimumAge, level: 'NONE' },
        doc_scan: { allowed: true, threshold: minimumAge, authenticity: 'AUTO', level: 'PASSIVE' },
        ttl: ttlMs / SECOND,
        reference_id: reference,
        callback: { auto: true, url: returnUrl },
        cancel_url: returnUrl,
        // The member can come back to a check that was left.
        resume_enabled: true,
        // Documents too have their result before the member returns.
        synchronous_checks: true,
      })
      return Session.parse(session).id
    },

    pageOf: (checkId) => `${origin}/?${new URLSearchParams({ sessionId: checkId, sdkId }).toString()}`,

    async outcomeOf(checkId) {
      const { status } = Result.parse(await request(`/${encodeURIComponent(checkId)}/result`))
      return outcomes.get(status) ?? 'pending'
    },
  }
}
