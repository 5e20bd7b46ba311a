import type { MollieClient } from '@mollie/api-client'
import { z } from 'zod'
import type { LanguageCode } from '#contract/languages.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { mollieNames } from './method-names.ts'
import { orNull, requestOf, toAmount, toPayment } from './mollie-answers.ts'
import { mollieDebits, mollieStoredMethods, type PaymentOf } from './mollie-mandates.ts'
import { readWebhook, webhookUrl } from './mollie-webhook.ts'
import { ProviderRejection, type Provider } from './provider.ts'

const methods: Partial<Record<PaymentMethod, string>> = mollieNames

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

const RefundMetadata = z.object({ refund: z.string() })

/**
 * Creates the provider Mollie with its official client. Mollie gets the order's number and amount and the
 * site's name, and of a direct debit the mandate. Its webhooks are unsigned, so their address is signed: it
 * names the order.
 */
export function createMollie(
  context: Pick<Context, 'config'>,
  { apiKey, url }: NonNullable<PaymentConfig['mollie']> & { url?: string | undefined },
): Provider {
  // Loaded with the first request: an installation without Mollie never loads it.
  const client = loadOnce(async () => {
    const mollie = await import('@mollie/api-client')
    return mollie.createMollieClient({ apiKey, ...(url !== undefined && { apiEndpoint: url }) })
  })

  /** What every payment of an order has. */
  const paymentOf: PaymentOf = ({ id, amountMinor, currency, merchant }) => {
    const reported = webhookUrl(context, id)
    return {
      amount: toAmount({ amountMinor, currency }),
      description: `${merchant} ${id}`,
      metadata: { order: id },
      idempotencyKey: id,
      ...(reported !== undefined && { webhookUrl: reported }),
    }
  }

  return {
    name: 'mollie',
    supports: ({ method }) => methods[method] !== undefined,
    stores: (method) => methods[method] === 'creditcard',
    readWebhook: async (request) => readWebhook(context, request),
    ...molliePayments(client, paymentOf),
    ...mollieStoredMethods(client, paymentOf),
    debits: mollieDebits(client, paymentOf),
  }
}

/** Opens payments at Mollie's page, and says, ends and pays back what has become of them. */
function molliePayments(
  client: () => Promise<MollieClient>,
  paymentOf: PaymentOf,
): Pick<Provider, 'createCheckout' | 'findPayment' | 'close' | 'refund'> {
  return {
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
  }
}
