import type { CheckoutAPI } from '@adyen/api-library'
import { z } from 'zod'
import { isNotFound, judge } from './adyen-http.ts'
import type { eventsOf } from './adyen-store.ts'
import { ProviderNotReady, ProviderRejection, type PaymentStatus, type ProviderPayment } from './provider.ts'
import { isUncovered } from './return-reasons.ts'

/** A status that Adyen adds is waited for: the events decide. */
const LinkStatus = z.enum(['active', 'completed', 'expired', 'paid', 'paymentPending']).catch('paymentPending')
export const linkStates: Record<z.output<typeof LinkStatus>, PaymentStatus> = {
  active: 'pending',
  paymentPending: 'pending',
  completed: 'completed',
  paid: 'completed',
  expired: 'cancelled',
}

/** A refund that Adyen had accepted and that did not arrive, or that the buyer's bank has sent back. */
const RETURNED = new Set(['REFUND_FAILED', 'REFUNDED_REVERSED'])
/** An authorised payment was cancelled before its capture: no money comes any more. */
const CANCELLED = new Set(['CANCELLATION', 'TECHNICAL_CANCEL'])
const CHARGEBACKS = new Set(['CHARGEBACK', 'SECOND_CHARGEBACK'])

type Events = Awaited<ReturnType<typeof eventsOf>>

export const paidBy = (events: Events) =>
  events.find(({ eventCode, isSuccess }) => eventCode === 'AUTHORISATION' && isSuccess)

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
export function toPayment({ reference, request, link, events }: PaymentParts): ProviderPayment {
  const sumOf = (code: string) =>
    events
      .filter(({ eventCode, isSuccess }) => eventCode === code && isSuccess)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const paid = paidBy(events)
  const isRejected = events.some(({ eventCode }) => eventCode === 'AUTHORISATION')
  // A rejected attempt leaves a link open for another one, a charge has one attempt.
  const unpaid = link ? linkStates[LinkStatus.parse(link.status)] : isRejected ? 'failed' : 'pending'
  const money = paid ?? (link ? { amountMinor: link.amount.value, currency: link.amount.currency } : request)
  const returns = events.filter(({ eventCode, isSuccess }) => CHARGEBACKS.has(eventCode) && isSuccess)
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
      cancelledMoney(events),
    ),
    isUncovered: returns.length > 0 && returns.every(({ reasonCode }) => isUncovered(reasonCode)),
    failedRefunds: failedRefunds(events),
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

/** Returns the refunds that did not arrive; of events without the number of the refund, Adyen's reference. */
function failedRefunds(events: Events) {
  const failed = events.filter(
    ({ eventCode, isSuccess }) => RETURNED.has(eventCode) || (eventCode === 'REFUND' && !isSuccess),
  )
  return [...new Set(failed.map(({ refundId, pspReference }) => refundId ?? pspReference))]
}

/** Returns the money of a payment that was cancelled. Another attempt of the same order is none of it. */
function cancelledMoney(events: Events) {
  const paid = paidBy(events)
  const isCancelled = events.some(
    ({ eventCode, isSuccess, originalReference }) =>
      CANCELLED.has(eventCode) && isSuccess && originalReference === paid?.pspReference,
  )
  return paid && isCancelled ? paid.amountMinor : 0
}

export async function requestOf<Reply>(request: () => Promise<Reply>, finalCodes?: ReadonlySet<string>) {
  try {
    return await request()
  } catch (error) {
    const verdict = judge(error, finalCodes)
    if (verdict === 'final') throw new ProviderRejection('adyen rejects the request', { cause: error })
    if (verdict === 'open') throw new ProviderNotReady('adyen has no result yet', { cause: error })
    throw error
  }
}

export async function orNull<Reply>(request: () => Promise<Reply>) {
  try {
    return await request()
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
