import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { lazyApis, type Adyen, type AdyenAccount } from './adyen-api.ts'
import { orNull, paidBy, requestOf, toPayment } from './adyen-answers.ts'
import { adyenDebits, adyenStoredMethods } from './adyen-charges.ts'
import { eventsOf, findAdyenPayment, insertAdyenEvent, insertAdyenPayment, saveLink } from './adyen-store.ts'
import { readItems, refundReference } from './adyen-webhook.ts'
import { adyenNames } from './method-names.ts'
import { ProviderNotReady, ProviderRejection, type Provider } from './provider.ts'

const CARD = adyenNames.creditcard
const methods: Partial<Record<PaymentMethod, string>> = adyenNames

/** Errors after which Adyen does not refund. Any other one leaves the outcome open, so it is asked again. */
const FINAL_REFUND_ERRORS = new Set(['100', '137', '138', '167'])

/**
 * Creates the provider Adyen, through its official client: a payment is a link to Adyen's page. Adyen gets
 * the order's number, its amount and the name of the site, and of a direct debit account and holder. A
 * payment is known by the order's number, which every webhook signs; what Adyen reports only by webhooks is
 * stored (adyen-store.ts).
 */
export function createAdyen({ db, clock }: Pick<Context, 'db' | 'clock'>, account: AdyenAccount): Provider {
  const adyen: Adyen = { db, clock, apis: lazyApis(account), merchantAccount: account.merchantAccount }
  return {
    name: 'adyen',
    supports: ({ method }) => methods[method] !== undefined,
    stores: (method) => methods[method] === CARD,
    ...adyenPayments(adyen),
    ...adyenReports(adyen, account),
    ...adyenStoredMethods(adyen),
    debits: adyenDebits(adyen),
  }
}

/** Opens and ends payments. */
function adyenPayments({ db, clock, apis, merchantAccount }: Adyen): Pick<Provider, 'createCheckout' | 'close'> {
  return {
    async createCheckout({ id, amountMinor, currency, method, country, language, merchant, ...order }) {
      // Before the request, because a webhook may be faster than its reply.
      await insertAdyenPayment(db, { reference: id, amountMinor, currency, at: clock.now() })
      const link = await requestOf(async () =>
        (await apis()).PaymentLinksApi.paymentLinks(
          {
            merchantAccount,
            reference: id,
            amount: { value: amountMinor, currency },
            countryCode: country,
            shopperLocale: language,
            description: `${merchant} ${id}`,
            allowedPaymentMethods: [methods[method] ?? CARD],
            returnUrl: new URL(order.returnPath, order.siteUrl).href,
            // The buyer is named by the order that stores the method, not by the member.
            ...(order.storesMethod && {
              shopperReference: id,
              storePaymentMethodMode: 'enabled' as never,
              recurringProcessingModel: 'UnscheduledCardOnFile' as never,
            }),
          },
          { idempotencyKey: id },
        ),
      )
      await saveLink(db, { reference: id, linkId: link.id })
      return { providerRef: id, checkoutUrl: link.url, customerRef: order.storesMethod ? id : null }
    },

    async close(reference) {
      const linkId = (await findAdyenPayment(db, reference))?.linkId
      if (!linkId) return
      try {
        await requestOf(async () =>
          (await apis()).PaymentLinksApi.updatePaymentLink(linkId, { status: 'expired' as never }),
        )
      } catch (error) {
        // The link was paid or has expired meanwhile.
        if (!(error instanceof ProviderRejection)) throw error
      }
    },
  }
}

/** Stores what Adyen reports by webhooks, which completes its answers: its payments and refunds need both. */
function adyenReports(
  { db, clock, apis, merchantAccount }: Adyen,
  { hmacKey }: Pick<AdyenAccount, 'hmacKey'>,
): Pick<Provider, 'readWebhook' | 'findPayment' | 'refund'> {
  return {
    async readWebhook({ rawBody }) {
      const references = new Set<string>()
      for (const item of readItems({ rawBody, hmacKey, merchantAccount })) {
        // Other shops of the same merchant account have payments, too.
        if (!(await findAdyenPayment(db, item.reference))) continue
        await insertAdyenEvent(db, { ...item, at: clock.now() })
        references.add(item.reference)
      }
      return [...references].map((reference) => ({ providerRef: reference, reference }))
    },

    async findPayment(reference) {
      const request = await findAdyenPayment(db, reference)
      if (!request) return null
      const { linkId } = request
      const link = linkId ? await orNull(async () => (await apis()).PaymentLinksApi.getPaymentLink(linkId)) : null
      return toPayment({ reference, request, link, events: await eventsOf(db, reference) })
    },

    async refund({ providerRef, refundId, amountMinor, currency }) {
      const events = await eventsOf(db, providerRef)
      const paid = paidBy(events)
      // Adyen repeats a webhook for weeks; the refund is tried again meanwhile.
      if (!paid) throw new ProviderNotReady(`adyen has not reported the payment of order ${providerRef} yet`)
      // An idempotency key is forgotten after a while, what Adyen has reported is not.
      if (events.some((event) => event.eventCode === 'REFUND' && event.refundId === refundId)) return
      await requestOf(
        async () =>
          (await apis()).ModificationsApi.refundCapturedPayment(
            paid.pspReference,
            {
              merchantAccount,
              amount: { value: amountMinor, currency },
              reference: refundReference({ reference: providerRef, refundId }),
            },
            { idempotencyKey: `refund-${refundId}` },
          ),
        FINAL_REFUND_ERRORS,
      )
    },
  }
}
