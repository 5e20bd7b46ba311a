import type { CheckoutAPI, Client } from '@adyen/api-library'
import { z } from 'zod'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { adyenHttp, isNotFound, judge } from './adyen-http.ts'
import { eventsOf, findAdyenPayment, insertAdyenEvent, insertAdyenPayment, saveLink } from './adyen-store.ts'
import { readItems } from './adyen-webhook.ts'
import {
  ProviderNotReady,
  ProviderRejection,
  type PaymentStatus,
  type Provider,
  type ProviderPayment,
} from './provider.ts'

const CARD = 'scheme'
/** Adyen's names of the methods that a payment link can have. Cards of all brands are one method there. */
const methods: Partial<Record<PaymentMethod, string>> = {
  creditcard: CARD,
  visa: CARD,
  mastercard: CARD,
  maestro: CARD,
  cartebancaire: CARD,
  dankort: CARD,
  ideal: 'ideal',
  bancontact: 'bcmc',
  paypal: 'paypal',
  applepay: 'applepay',
  eps: 'eps',
  prezelewy24: 'onlineBanking_PL',
  blik: 'blik',
  paysafecard: 'paysafecard',
  satispay: 'satispay',
  twint: 'twint',
  mobilepay: 'mobilepay',
  vipps: 'vipps',
  swish: 'swish',
  sct: 'bankTransfer_IBAN',
}

/** A status that Adyen adds is waited for: the events decide. */
const LinkStatus = z.enum(['active', 'completed', 'expired', 'paid', 'paymentPending']).catch('paymentPending')
const linkStates: Record<z.output<typeof LinkStatus>, PaymentStatus> = {
  active: 'pending',
  paymentPending: 'pending',
  completed: 'completed',
  paid: 'completed',
  expired: 'cancelled',
}

/**
 * Errors after which Adyen neither refunds nor charges: amount and currency, an unknown payment, an unknown
 * or unusable stored method. Any other error leaves the outcome unknown, so it is asked again.
 */
const FINAL_REFUND_ERRORS = new Set(['100', '137', '138', '167'])
const FINAL_CHARGE_ERRORS = new Set(['100', '137', '138', '800', '802', '803', '805', '905'])

/** The answer to a charge: what is not decided yet comes by webhook. */
const decided: Partial<Record<string, boolean>> = { Authorised: true, Refused: false, Cancelled: false, Error: false }

/**
 * Creates the provider Adyen, through its official client: a payment is a link to Adyen's page. Adyen gets
 * the order's number, its amount and the name of the site. A payment is known by the order's number, which
 * every webhook signs; what Adyen reports only by webhooks is stored (adyen-store.ts).
 */
export function createAdyen(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  {
    apiKey,
    merchantAccount,
    hmacKey,
    livePrefix,
    url,
  }: NonNullable<PaymentConfig['adyen']> & { url?: string | undefined },
): Provider {
  const apis = lazyApis({ apiKey, livePrefix, url })

  return {
    name: 'adyen',
    supports: ({ method }) => methods[method] !== undefined,
    stores: (method) => methods[method] === CARD,

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

    async readWebhook({ rawBody }) {
      const references = new Set<string>()
      for (const item of readItems({ rawBody, hmacKey, merchantAccount })) {
        // Other shops of the same merchant account have payments, too.
        if (!(await findAdyenPayment(db, item.merchantReference))) continue
        await insertAdyenEvent(db, { ...item, reference: item.merchantReference, at: clock.now() })
        references.add(item.merchantReference)
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

    async refund({ providerRef, refundId, amountMinor, currency }) {
      const events = await eventsOf(db, providerRef)
      const paid = paidBy(events)
      // Adyen repeats a webhook for weeks; the refund is tried again meanwhile.
      if (!paid) throw new ProviderNotReady(`adyen has not reported the payment of order ${providerRef} yet`)
      // An idempotency key is forgotten after a while, what Adyen has reported is not.
      const isDone = events.some(
        (event) => event.eventCode === 'REFUND' && event.isSuccess && event.amountMinor === amountMinor,
      )
      if (isDone) return
      await requestOf(
        async () =>
          (await apis()).ModificationsApi.refundCapturedPayment(
            paid.pspReference,
            { merchantAccount, amount: { value: amountMinor, currency }, reference: providerRef },
            { idempotencyKey: `refund-${refundId}` },
          ),
        FINAL_REFUND_ERRORS,
      )
    },

    async findStored(customerRef) {
      const reply = await requestOf(async () =>
        (await apis()).RecurringApi.getTokensForStoredPaymentDetails(customerRef, merchantAccount),
      )
      const stored = reply.storedPaymentMethods?.find(({ id, lastFour }) => id && lastFour)
      if (!stored?.id) return null
      return { token: stored.id, label: `${stored.name ?? stored.brand ?? 'Card'} •••• ${stored.lastFour}` }
    },

    async charge({ id, amountMinor, currency, merchant, customerRef, token }) {
      await insertAdyenPayment(db, { reference: id, amountMinor, currency, at: clock.now() })
      const reply = await requestOf(
        async () =>
          (await apis()).PaymentsApi.payments(
            {
              merchantAccount,
              reference: id,
              amount: { value: amountMinor, currency },
              paymentMethod: { type: CARD as never, storedPaymentMethodId: token },
              shopperReference: customerRef,
              shopperInteraction: 'ContAuth' as never,
              recurringProcessingModel: 'UnscheduledCardOnFile' as never,
              shopperStatement: merchant,
              returnUrl: 'https://localhost',
            },
            { idempotencyKey: id },
          ),
        FINAL_CHARGE_ERRORS,
      )
      const isSuccess = decided[String(reply.resultCode)]
      if (isSuccess !== undefined && reply.pspReference) {
        const event = {
          eventCode: 'AUTHORISATION',
          pspReference: reply.pspReference,
          originalReference: null,
          isSuccess,
        }
        await insertAdyenEvent(db, { reference: id, ...event, amountMinor, currency, at: clock.now() })
      }
      return { providerRef: id }
    },

    async deletePaymentMethod({ customerRef, token }) {
      await orNull(async () =>
        (await apis()).RecurringApi.deleteTokenForStoredPaymentDetails(token, customerRef, merchantAccount),
      )
    },
  }
}

/** A refund that Adyen had accepted and that did not arrive, or that the buyer's bank has sent back. */
const RETURNED = new Set(['REFUND_FAILED', 'REFUNDED_REVERSED'])

type Events = Awaited<ReturnType<typeof eventsOf>>

const paidBy = (events: Events) => events.find(({ eventCode, isSuccess }) => eventCode === 'AUTHORISATION' && isSuccess)

interface PaymentParts {
  reference: string
  /** What was asked for. */
  request: { amountMinor: number; currency: string }
  /** Null for a charge without the buyer, and for a link that Adyen does not know any more. */
  link: PaymentLink | null
  events: Events
}
type PaymentLink = Awaited<ReturnType<CheckoutAPI['PaymentLinksApi']['getPaymentLink']>>

/** Puts together what Adyen answers and what it has reported. */
function toPayment({ reference, request, link, events }: PaymentParts): ProviderPayment {
  const sumOf = (code: string) =>
    events
      .filter(({ eventCode, isSuccess }) => eventCode === code && isSuccess)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const paid = paidBy(events)
  const isRejected = events.some(({ eventCode }) => eventCode === 'AUTHORISATION')
  // A rejected attempt leaves a link open for another one, a charge has one attempt.
  const unpaid = link ? linkStates[LinkStatus.parse(link.status)] : isRejected ? 'failed' : 'pending'
  const money = paid ?? (link ? { amountMinor: link.amount.value, currency: link.amount.currency } : request)
  return {
    reference: link?.reference ?? reference,
    amountMinor: money.amountMinor,
    currency: money.currency,
    status: paid ? 'completed' : unpaid,
    refundedMinor: Math.max(sumOf('REFUND') - sumOf('REFUND_FAILED') - sumOf('REFUNDED_REVERSED'), 0),
    chargedBackMinor: Math.max(
      sumOf('CHARGEBACK') - sumOf('CHARGEBACK_REVERSED'),
      sumOf('SECOND_CHARGEBACK'),
      failedCapture(events),
    ),
    hasFailedRefund: events.some(
      ({ eventCode, isSuccess }) => RETURNED.has(eventCode) || (eventCode === 'REFUND' && !isSuccess),
    ),
    customerRef: link?.shopperReference ?? null,
  }
}

/**
 * Returns the money of a payment that never arrives: the card scheme has rejected its capture, after Adyen
 * had reported the payment. Adyen often captures it again by itself, and reports that, too.
 */
function failedCapture(events: Events) {
  const captures = events.filter(({ eventCode, isSuccess }) => eventCode.startsWith('CAPTURE') && isSuccess)
  const last = captures.at(-1)
  return last?.eventCode === 'CAPTURE_FAILED' ? last.amountMinor : 0
}

async function requestOf<Reply>(request: () => Promise<Reply>, finalCodes?: ReadonlySet<string>) {
  try {
    return await request()
  } catch (error) {
    const verdict = judge(error, finalCodes)
    if (verdict === 'final') throw new ProviderRejection('adyen rejects the request', { cause: error })
    if (verdict === 'open') throw new ProviderNotReady('adyen has no result yet', { cause: error })
    throw error
  }
}

async function orNull<Reply>(request: () => Promise<Reply>) {
  try {
    return await request()
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** The client is large and loaded with the first request: an installation without Adyen never loads it. */
function lazyApis({
  apiKey,
  livePrefix,
  url,
}: Pick<NonNullable<PaymentConfig['adyen']>, 'apiKey' | 'livePrefix'> & { url?: string | undefined }) {
  return loadOnce(async (): Promise<CheckoutAPI> => {
    const adyen = await import('@adyen/api-library')
    const environment = livePrefix === undefined ? adyen.EnvironmentEnum.TEST : adyen.EnvironmentEnum.LIVE
    const config = { apiKey, environment, ...(livePrefix !== undefined && { liveEndpointUrlPrefix: livePrefix }) }
    const client: Client = new adyen.Client(config, adyenHttp(url))
    return new adyen.CheckoutAPI(client)
  })
}
