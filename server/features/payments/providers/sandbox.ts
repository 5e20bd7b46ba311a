import { z } from 'zod'
import { methodInfo } from '#contract/payments/payment-methods.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { ProviderRejection, type Provider, type ProviderPayment } from './provider.ts'
import {
  closePayment,
  deleteMethod,
  findPayment,
  openPayment,
  sandboxMethod,
  type SandboxPayment,
  saveRefund,
} from './sandbox-store.ts'
import { isSigned, SIGNATURE_HEADER } from './sandbox-signature.ts'

/** Body of the webhooks that the sandbox sends to the site. */
export const SandboxEvent = z.strictObject({ eventId: z.string(), ref: z.string() })
export type SandboxEvent = z.output<typeof SandboxEvent>

/**
 * Creates the built-in provider for demonstration and development. It works like a real one (its own page and
 * tables, signed webhooks over HTTP), except that no money moves.
 */
export function createSandbox({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Provider {
  return {
    name: 'sandbox',
    supports: () => true,
    debits: null,
    stores: (method) => methodInfo(method).kind === 'card',

    async createCheckout({ id: reference, merchant, amountMinor, currency, method, returnPath, storesMethod }) {
      const customer = storesMethod ? reference : null
      const payment = { reference, merchant, amountMinor, currency, method, returnPath, customer }
      const ref = await openPayment(db, { ...payment, ref: newPublicId(), status: 'open', at: clock.now() })
      return { providerRef: ref, checkoutUrl: `/sandbox/checkout/${ref}`, customerRef: customer }
    },

    async readWebhook({ rawBody: body, headers }) {
      const signature = headers[SIGNATURE_HEADER]
      const { secret, previousSecret } = config
      const isGenuine = isSigned({ secret, previousSecret, body, now: clock.now(), signature })
      if (!isGenuine) throw new AppError('payments.webhook_signature')
      return [{ providerRef: SandboxEvent.parse(JSON.parse(body.toString())).ref }]
    },

    async findPayment(providerRef) {
      const payment = await findPayment(db, providerRef)
      return payment && toProviderPayment(payment)
    },

    async close(providerRef) {
      await closePayment(db, { ref: providerRef, at: clock.now() })
    },

    async refund({ providerRef, refundId, amountMinor, currency }) {
      const isSaved = await saveRefund(db, { id: refundId, ref: providerRef, amountMinor, currency, at: clock.now() })
      if (!isSaved) throw new ProviderRejection(`sandbox payment ${providerRef} has less than this to refund`)
    },

    async findStored(customerRef) {
      const stored = await sandboxMethod(db, customerRef)
      return stored ? { token: stored.token, label: `${labels[stored.method] ?? 'Visa'} •••• 4242` } : null
    },

    async charge({ id: reference, merchant, amountMinor, currency, method, customerRef, token }) {
      const stored = await sandboxMethod(db, customerRef)
      if (stored?.token !== token) throw new ProviderRejection(`the sandbox keeps no such method`)
      const payment = { reference, merchant, amountMinor, currency, method, returnPath: `/transactions/${reference}` }
      const status = stored.isDeclined ? 'failed' : 'completed'
      const ref = await openPayment(db, { ...payment, customer: null, ref: newPublicId(), status, at: clock.now() })
      return { providerRef: ref }
    },

    async deletePaymentMethod({ customerRef: customer, token }) {
      await deleteMethod(db, { customer, token })
    },
  }
}

function toProviderPayment({ status, customer, ...payment }: SandboxPayment): ProviderPayment {
  const { reference, amountMinor, currency, refundedMinor, chargedBackMinor } = payment
  return {
    reference,
    amountMinor,
    currency,
    status: status === 'open' ? 'pending' : status,
    refundedMinor,
    chargedBackMinor,
    isUncovered: false,
    failedRefunds: [],
    customerRef: customer,
  }
}

const labels: Partial<Record<string, string>> = { mastercard: 'Mastercard', maestro: 'Maestro', dankort: 'Dankort' }
