import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { SECOND } from '#contract/time.ts'
import { sandboxWebhook } from './providers/sandbox-routes.ts'
import { signatureOf, SIGNATURE_HEADER } from './providers/sandbox-signature.ts'

const RESPONSE_TIMEOUT_MS = 10 * SECOND

export function paymentsJobs({ jobs, clock, config }: Context) {
  // The sandbox's half: tells the site over HTTP, as a provider does, and again until the site has taken it.
  jobs.handle(sandboxWebhook, async (event, { signal }) => {
    const body = Buffer.from(JSON.stringify(event))
    const response = await fetch(new URL('/api/payments/webhooks/sandbox', ownAddress(config)), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf({ secret: config.secret, body, now: clock.now() }),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    })
    if (!response.ok) throw new Error(`the site answered its webhook with ${response.status}`)
  })
}

/** Where this installation answers: this process itself, unless it only works on jobs. */
function ownAddress({ role, host, port, publicUrl }: Config) {
  if (role === 'worker') return publicUrl
  const isEveryAddress = host === '0.0.0.0' || host === '::'
  return `http://${isEveryAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
