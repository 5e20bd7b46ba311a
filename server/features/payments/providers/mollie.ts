import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { OrderId } from '#contract/ids.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import { acceptedSecrets, isSameText } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { mollieNames } from './method-names.ts'
import { orNull, requestOf, toAmount, toPayment } from './mollie-answers.ts'
import { mollieDebits, payWithMandate } from './mollie-debits.ts'
import { ProviderRejection, type Provider } from './provider.ts'

const methods: Partial<Record<PaymentMethod, string>> = mollieNames

/** States of a mandate that can be charged. */
const VALID = new Set<string>(['valid'])

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
const RefundMetadata = z.object({ refund: z.string() })

/**
 * Creates the provider Mollie with its official client. Mollie gets the order's number and amount and the
 * site's name, and of a direct debit the mandate. Its webhooks are unsigned, so their address is signed: it
 * names the order.
 */
export function createMollie(
  { config }: Pick<Context, 'config'>,
  { apiKey, url }: NonNullable<PaymentConfig['mollie']> & { url?: string | undefined },
): Provider {
  const sign = (order: string, secret = config.secret) => {
    const key = createHmac('sha256', secret).update('mollie webhook').digest()
    return createHmac('sha256', key).update(order).digest('hex')
  }
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
      const isOurs = (secret: string) => isSameText(address.data?.sign ?? '', sign(address.data?.order ?? '', secret))
      if (!address.success || !acceptedSecrets(config).some(isOurs)) {
        throw new AppError('payments.webhook_signature')
      }
      const body = WebhookBody.safeParse(Object.fromEntries(new URLSearchParams(rawBody.toString())))
      if (!body.success) throw new AppError('request.invalid')
      return [{ providerRef: body.data.id, reference: address.data.order }]
    },

    async findPayment(providerRef) {
      const { PaymentEmbed } = await import('@mollie/api-client')
      const payment = await orNull(async () =>
        (await client()).payments.get(providerRef, { embed: [PaymentEmbed.refunds, PaymentEmbed.chargebacks] }),
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
      const payment = await requestOf(async () =>
        payWithMandate(await client(), paymentOf, { order, customerId: customerRef, mandateId: token }),
      )
      return { providerRef: payment.id }
    },

    debits: mollieDebits(client, paymentOf),

    async deletePaymentMethod({ customerRef }) {
      // With its customer the mandate is gone.
      await orNull(async () => (await client()).customers.delete(customerRef))
    },
  }
}

type Money = { amountMinor: number; currency: string }
