import type { Payment, PaymentMethod as MollieMethod } from '@mollie/api-client'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { OrderId } from '#contract/ids.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import {
  ProviderNotReady,
  ProviderRejection,
  type PaymentStatus,
  type Provider,
  type ProviderPayment,
} from './provider.ts'

/** Mollie's names of the methods that it has. Cards of all brands are one method there. */
const methods: Partial<Record<PaymentMethod, `${MollieMethod}`>> = {
  creditcard: 'creditcard',
  visa: 'creditcard',
  mastercard: 'creditcard',
  maestro: 'creditcard',
  cartebancaire: 'creditcard',
  ideal: 'ideal',
  bancontact: 'bancontact',
  paypal: 'paypal',
  applepay: 'applepay',
  eps: 'eps',
  prezelewy24: 'przelewy24',
  blik: 'blik',
  paysafecard: 'paysafecard',
  satispay: 'satispay',
  twint: 'twint',
  mobilepay: 'mobilepay',
  vipps: 'vipps',
  swish: 'swish',
  sct: 'banktransfer',
}

/** `authorized` waits for a capture, which these methods do not need. */
const states: Record<`${Payment['status']}`, PaymentStatus> = {
  open: 'pending',
  pending: 'pending',
  authorized: 'pending',
  paid: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'cancelled',
}

/** States of a mandate that can be charged, and of a refund that did not arrive. */
const VALID = new Set<string>(['valid'])
const FAILED = new Set<string>(['failed', 'canceled'])
/** Sequence of a payment after which Mollie keeps the method. */
const FIRST = new Set<string>(['first'])

const locales: Partial<Record<LanguageCode, string>> = {
  en: 'en_GB',
  fr: 'fr_FR',
  nl: 'nl_NL',
  de: 'de_DE',
  es: 'es_ES',
  it: 'it_IT',
  sv: 'sv_SE',
  da: 'da_DK',
  nb: 'nb_NO',
  fi: 'fi_FI',
  pl: 'pl_PL',
}

const WEBHOOK_PATH = '/api/payments/webhooks/mollie'
const WebhookQuery = z.object({ order: OrderId, sign: z.string() })
const WebhookBody = z.object({ id: z.string().regex(/^tr_\w{1,40}$/) })
const Metadata = z.object({ order: z.string() })
const RefundMetadata = z.object({ refund: z.string() })

/** Payments of a customer that are searched for one that was made before. */
const RECENT_PAYMENTS = 50

/**
 * Creates the provider Mollie with its official client. Mollie gets the order's number and amount and the
 * site's name. Its webhooks are unsigned, so their address is signed: it names the order.
 */
export function createMollie(
  { config }: Pick<Context, 'config'>,
  { apiKey, url }: NonNullable<PaymentConfig['mollie']> & { url?: string | undefined },
): Provider {
  const key = createHmac('sha256', config.secret).update('mollie webhook').digest()
  const sign = (order: string) => createHmac('sha256', key).update(order).digest('hex')
  // Loaded with the first request: an installation without Mollie never loads it.
  const client = loadOnce(async () => {
    const mollie = await import('@mollie/api-client')
    return mollie.createMollieClient({ apiKey, ...(url !== undefined && { apiEndpoint: url }) })
  })

  /** What every payment of an order has. */
  function paymentOf({ id, amountMinor, currency, merchant }: { id: string; merchant: string } & Money) {
    // Mollie rejects an address that it cannot reach; without one the site asks by itself (PAY-17).
    const isReachable = new URL(config.publicUrl).hostname !== 'localhost'
    const webhookUrl = `${config.publicUrl}${WEBHOOK_PATH}?${new URLSearchParams({ order: id, sign: sign(id) }).toString()}`
    return {
      amount: toAmount({ amountMinor, currency }),
      description: `${merchant} ${id}`,
      metadata: { order: id },
      idempotencyKey: id,
      ...(isReachable && { webhookUrl }),
    }
  }

  return {
    name: 'mollie',
    supports: ({ method }) => methods[method] !== undefined,
    stores: (method) => methods[method] === 'creditcard',

    async createCheckout(order) {
      const { method, language, siteUrl, returnPath, storesMethod } = order
      const payment = await requestOf(async () => {
        const mollie = await client()
        // Without name and address: the customer only holds the method.
        const customer = storesMethod ? await mollie.customers.create({ idempotencyKey: `${order.id}-customer` }) : null
        return mollie.payments.create({
          ...paymentOf(order),
          redirectUrl: new URL(returnPath, siteUrl).href,
          // The values of the client's enums are those of the API, which are plain texts.
          method: methods[method] as never,
          ...(locales[language] && { locale: locales[language] as never }),
          ...(customer && { customerId: customer.id, sequenceType: 'first' as never }),
        })
      })
      const checkoutUrl = payment.getCheckoutUrl()
      if (!checkoutUrl) throw new Error(`mollie payment ${payment.id} has no checkout`)
      return { providerRef: payment.id, checkoutUrl, customerRef: payment.customerId ?? null }
    },

    async readWebhook({ rawBody, query }) {
      const address = WebhookQuery.safeParse(query)
      if (!address.success || !isSame(address.data.sign, sign(address.data.order))) {
        throw new AppError('payments.webhook_signature')
      }
      const body = WebhookBody.safeParse(Object.fromEntries(new URLSearchParams(rawBody.toString())))
      if (!body.success) throw new AppError('request.invalid')
      return [{ providerRef: body.data.id, reference: address.data.order }]
    },

    async findPayment(providerRef) {
      const { PaymentEmbed } = await import('@mollie/api-client')
      const payment = await orNull(async () =>
        (await client()).payments.get(providerRef, { embed: [PaymentEmbed.refunds] }),
      )
      return payment && toPayment(payment)
    },

    async close(providerRef) {
      try {
        await requestOf(async () => (await client()).payments.cancel(providerRef))
      } catch (error) {
        // Some methods cannot be cancelled, and the payment may have ended meanwhile.
        if (!(error instanceof ProviderRejection)) throw error
      }
    },

    async refund({ providerRef, refundId, amountMinor, currency }) {
      await requestOf(async () => {
        const mollie = await client()
        // An idempotency key is forgotten after a while, a refund is not.
        const earlier = await mollie.paymentRefunds.page({ paymentId: providerRef })
        if (earlier.some(({ metadata }) => RefundMetadata.safeParse(metadata).data?.refund === refundId)) return
        await mollie.paymentRefunds.create({
          paymentId: providerRef,
          amount: toAmount({ amountMinor, currency }),
          metadata: { refund: refundId },
          idempotencyKey: `refund-${refundId}`,
        })
      })
    },

    async findStored(customerRef) {
      const mandates = await requestOf(async () => (await client()).customerMandates.page({ customerId: customerRef }))
      const mandate = mandates.find(({ status }) => VALID.has(status))
      if (!mandate || !('cardNumber' in mandate.details)) return null
      const { cardLabel, cardNumber } = mandate.details
      return { token: mandate.id, label: `${cardLabel ?? 'Card'} •••• ${cardNumber.slice(-4)}` }
    },

    async charge({ customerRef, token, ...order }) {
      const payment = await requestOf(async () => {
        const mollie = await client()
        // An idempotency key is forgotten after a while, a payment is not.
        const recent = await mollie.customerPayments.page({ customerId: customerRef, limit: RECENT_PAYMENTS })
        const earlier = recent.find(({ metadata }) => Metadata.safeParse(metadata).data?.order === order.id)
        const stored = { customerId: customerRef, mandateId: token, sequenceType: 'recurring' as never }
        return earlier ?? mollie.payments.create({ ...paymentOf(order), ...stored })
      })
      return { providerRef: payment.id }
    },

    async deletePaymentMethod({ customerRef }) {
      // With its customer the mandate is gone.
      await orNull(async () => (await client()).customers.delete(customerRef))
    },
  }
}

type Money = { amountMinor: number; currency: string }

/** All currencies of the site have two decimals. */
const toAmount = ({ amountMinor, currency }: Money) => ({ currency, value: (amountMinor / 100).toFixed(2) })
const toMinor = (amount: { value: string } | undefined) => (amount ? Math.round(Number(amount.value) * 100) : 0)

function toPayment(payment: Payment): ProviderPayment {
  return {
    reference: Metadata.safeParse(payment.metadata).data?.order ?? '',
    amountMinor: toMinor(payment.amount),
    currency: payment.amount.currency,
    status: states[payment.status],
    refundedMinor: toMinor(payment.amountRefunded),
    chargedBackMinor: toMinor(payment.amountChargedBack),
    hasFailedRefund: payment._embedded?.refunds?.some(({ status }) => FAILED.has(status)) ?? false,
    // A repeat order names the customer of an earlier payment.
    customerRef: FIRST.has(payment.sequenceType) ? (payment.customerId ?? null) : null,
  }
}

/** Statuses with which the API says that it will not execute a request, however often it is sent. */
const REJECTED = new Set([400, 404, 410, 422])
/** The request, or its equal, is executed already. The next attempt finds the result. */
const CONFLICT = 409

async function requestOf<Reply>(request: () => Promise<Reply>) {
  try {
    return await request()
  } catch (error) {
    const status = statusOf(error)
    if (status === CONFLICT) throw new ProviderNotReady('mollie executes another request', { cause: error })
    if (status === undefined || !REJECTED.has(status)) throw error
    throw new ProviderRejection(`mollie answered with status ${status}`, { cause: error })
  }
}

async function orNull<Reply>(request: () => Promise<Reply>) {
  try {
    return await request()
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 410) return null
    throw error
  }
}

function statusOf(error: unknown) {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : undefined
}

function isSame(text: string, expected: string) {
  const [given, right] = [Buffer.from(text), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
