import type { Payment } from '@mollie/api-client'
import { z } from 'zod'
import { ProviderNotReady, ProviderRejection, type PaymentStatus, type ProviderPayment } from './provider.ts'
import { isUncovered } from './return-reasons.ts'

/** `authorized` waits for a capture, which these methods do not need. */
export const states: Record<`${Payment['status']}`, PaymentStatus> = {
  open: 'pending',
  pending: 'pending',
  authorized: 'pending',
  paid: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'cancelled',
}

/** States of a refund that did not arrive. */
const FAILED = new Set<string>(['failed', 'canceled'])
/** Sequence of a payment after which Mollie keeps the method. */
const FIRST = new Set<string>(['first'])

export const Metadata = z.object({ order: z.string() })

type Money = { amountMinor: number; currency: string }

/** All currencies of the site have two decimals. */
export const toAmount = ({ amountMinor, currency }: Money) => ({ currency, value: (amountMinor / 100).toFixed(2) })
const toMinor = (amount: { value: string } | undefined) => (amount ? Math.round(Number(amount.value) * 100) : 0)

export function toPayment(payment: Payment): ProviderPayment {
  const { refunds = [], chargebacks = [] } = payment._embedded ?? {}
  return {
    reference: Metadata.safeParse(payment.metadata).data?.order ?? '',
    amountMinor: toMinor(payment.amount),
    currency: payment.amount.currency,
    status: states[payment.status],
    refundedMinor: toMinor(payment.amountRefunded),
    chargedBackMinor: toMinor(payment.amountChargedBack),
    // Of other methods than direct debit Mollie names no reason.
    isUncovered: chargebacks.length > 0 && chargebacks.every(({ reason }) => isUncovered(reason?.code)),
    failedRefunds: refunds.filter(({ status }) => FAILED.has(status)).map(({ id }) => id),
    // A repeat order names the customer of an earlier payment.
    customerRef: FIRST.has(payment.sequenceType) ? (payment.customerId ?? null) : null,
  }
}

/** Statuses with which the API says that it will not execute a request, however often it is sent. */
const REJECTED = new Set([400, 404, 410, 422])
/** The request, or its equal, is executed already. The next attempt finds the result. */
const CONFLICT = 409

export async function requestOf<Reply>(request: () => Promise<Reply>) {
  try {
    return await request()
  } catch (error) {
    const status = statusOf(error)
    if (status === CONFLICT) throw new ProviderNotReady('mollie executes another request', { cause: error })
    if (status === undefined || !REJECTED.has(status)) throw error
    throw new ProviderRejection(`mollie answered with status ${status}`, { cause: error })
  }
}

export async function orNull<Reply>(request: () => Promise<Reply>) {
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
