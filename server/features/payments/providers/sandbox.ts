import { z } from 'zod'
import { OrderStatus } from '#contract/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Provider } from './provider.ts'
import { openPayment } from './sandbox-store.ts'
import { isSigned, SIGNATURE_HEADER } from './sandbox-signature.ts'

/** Body of the webhooks that the sandbox sends to the site. */
export const SandboxEvent = z.strictObject({ eventId: z.string(), ref: z.string(), status: OrderStatus })
export type SandboxEvent = z.output<typeof SandboxEvent>

/**
 * Creates the built-in provider for demonstration and development. It works like a real one (its own page and table,
 * signed webhooks over HTTP), except that no money moves.
 */
export function createSandbox({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Provider {
  return {
    name: 'sandbox',

    async createCheckout(order) {
      const ref = await openPayment(db, { ...order, ref: newPublicId(), at: clock.now() })
      return { providerRef: ref, checkoutUrl: `/sandbox/checkout/${ref}` }
    },

    verifyWebhook(rawBody, headers) {
      const signature = headers[SIGNATURE_HEADER]
      if (!isSigned({ secret: config.secret, body: rawBody, now: clock.now(), signature })) {
        throw new AppError('payments.webhook_signature')
      }
      const { eventId, ref, status } = SandboxEvent.parse(JSON.parse(rawBody.toString()))
      return { eventId, providerRef: ref, status }
    },
  }
}
