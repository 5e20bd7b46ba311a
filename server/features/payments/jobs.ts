import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/context.ts'
import { SECOND } from '#contract/time.ts'
import { chargeJob, chargeOrder } from './orders/charge.ts'
import { checkDueOrders, checkOrders } from './orders/check-orders.ts'
import { sandboxWebhook } from './providers/sandbox-routes.ts'
import { buildCreditNote, buildReceipt } from './receipts/receipt.ts'
import { executeRefund, refundJob } from './refunds/refunds.ts'
import { repeatRequests, repeatStuckRequests } from './repeat-order/repeat-requests.ts'
import { forgetMethod, forgetMethodJob, keepMethod, keepMethodJob } from './repeat-order/stored-methods.ts'
import { buildWithdrawalReceipt } from './refunds/withdrawals.ts'
import { signatureOf, SIGNATURE_HEADER } from './providers/sandbox-signature.ts'

const RESPONSE_TIMEOUT_MS = 10 * SECOND

export function paymentsJobs(context: AppContext) {
  const { jobs, mail, clock, config } = context
  mail.define('withdrawal', (request) => buildWithdrawalReceipt(context, request))
  mail.define('receipt', (request) => buildReceipt(context, request))
  mail.define('creditNote', (request) => buildCreditNote(context, request))
  jobs.handle(refundJob, ({ refundId }) => executeRefund(context, refundId))
  jobs.handle(chargeJob, ({ orderId }) => chargeOrder(context, orderId))
  jobs.handle(keepMethodJob, ({ orderId }) => keepMethod(context, orderId))
  jobs.handle(forgetMethodJob, (stored) => forgetMethod(context, stored))
  jobs.handle(checkOrders, (_payload, { signal }) => checkDueOrders(context, signal))
  jobs.cron(checkOrders, '* * * * *')
  jobs.handle(repeatRequests, (_payload, { signal }) => repeatStuckRequests(context, signal))
  jobs.cron(repeatRequests, '17 * * * *')
  // Plays the provider: sends the webhook over HTTP, again until the site accepts it.
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
    if (!response.ok) throw new Error(`sandbox webhook was answered with status ${response.status}`)
  })
}

/** Returns the address of the site: this process, or the public URL if this process only runs jobs. */
function ownAddress({ role, host, port, publicUrl }: Config) {
  if (role === 'worker') return publicUrl
  const isEveryAddress = host === '0.0.0.0' || host === '::'
  return `http://${isEveryAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
