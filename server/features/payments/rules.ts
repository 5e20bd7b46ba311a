import {
  BUNDLE_MESSAGES,
  BUNDLE_PRICES,
  CHARGE_WITHIN_MS,
  DEBIT_COLLECT_DAYS,
  DEBIT_NOTICE_DAYS,
  DISCOUNT_HOLD_MS,
  OPEN_ORDER_DAYS,
  ORDER_CHECK_MAX_MS,
  ORDER_CHECK_MIN_MS,
  UNOPENED_ORDER_MS,
} from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { bundleIds, type Bundle, type OrderStatus } from '#contract/payments/schemas.ts'
import type { ReceiptKind } from '#contract/payments/receipts.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { taxName, vatPermille } from '#contract/payments/vat.ts'
import { discountedAmount, type DiscountCode } from '#server/features/credits/rules.ts'

type PriceSettings = Pick<Settings, 'message_credits' | 'minimum_message_costs' | 'bundle_prices'>

/**
 * Returns the bundles as sold in a country. Where the country has a minimum message cost, amounts are in its
 * currency and prices below the minimum are raised to it. The bundle with the lowest price per message is the
 * best, unless all prices per message are equal. Source: PAY-2, PAY-3, PAY-4.
 */
export function bundlesIn(country: CountryCode, settings: PriceSettings): Bundle[] {
  const minimum = settings.minimum_message_costs[country]
  const currency = currencyIn(country, settings)
  const prices = settings.bundle_prices[currency] ?? BUNDLE_PRICES[currency]
  const bundles = bundleIds.map((id) => {
    const messages = BUNDLE_MESSAGES[id]
    const credits = messages * settings.message_credits
    const amountMinor = Math.max(prices[id], messages * (minimum?.costs ?? 0))
    return { id, credits, messages, amountMinor, currency }
  })
  const rates = bundles.map(({ amountMinor, messages }) => amountMinor / messages)
  const lowest = Math.min(...rates)
  const best = rates.every((rate) => rate === lowest) ? -1 : rates.indexOf(lowest)
  return bundles.map((bundle, index) => ({ ...bundle, isBest: index === best }))
}

/** Returns the currency in which a country pays. */
export function currencyIn(country: CountryCode, settings: Pick<Settings, 'minimum_message_costs'>) {
  return settings.minimum_message_costs[country]?.currency ?? markets[country].currency
}

/** Returns a bundle's price with a discount, in minor units (PAY-11). */
export function discountedPrice(
  { country, settings }: { country: CountryCode; settings: PriceSettings },
  bundle: Bundle,
  code: Pick<DiscountCode, 'percentage' | 'minimumMinor'>,
) {
  return discountedAmount(bundle, code, { minimumMessageMinor: settings.minimum_message_costs[country]?.costs ?? 0 })
}

/** Returns the tax that is included in the prices of a country, in percent, and its name. */
export function marketOf(country: CountryCode) {
  return { vatPercent: vatPermille[country] / 10, tax: taxName(country) }
}

/**
 * What changes the state of an order: a webhook, an answer of the provider to a check, its rejection of the
 * payment, the time in which one was expected, or the site itself.
 */
export type OrderCause =
  | 'created'
  | 'webhook'
  | 'check'
  | 'rejected'
  | 'expired'
  | 'withdrawal'
  | 'buyer_gone'
  | 'operator'
  | 'refund_failed'

/** What an operator has to look at. */
export type Incident =
  | 'mismatch'
  | 'buyer_gone'
  | 'chargeback'
  | 'chargeback_reversed'
  | 'refund_failed'
  | 'refunded_elsewhere'
  | 'refund_stuck'
  | 'method_stuck'

const reported = ['webhook', 'check'] as const

/**
 * The state machine of an order: which change has which causes. A failed or cancelled order can still
 * complete, because providers report a payment more than once (a second attempt on their page, a late
 * transfer), and a member who paid gets the credits. A completed one is left only by money that goes back: a
 * refund by the site, or a chargeback by the bank. Source: PAY-6, PAY-10, PAY-16.
 */
const transitions: Record<OrderStatus, Partial<Record<OrderStatus, readonly OrderCause[]>>> = {
  pending: { completed: reported, failed: [...reported, 'rejected'], cancelled: [...reported, 'expired'] },
  failed: { completed: reported },
  cancelled: { completed: reported },
  completed: { charged_back: reported, refunded: ['withdrawal', 'buyer_gone', 'operator'] },
  refunded: { charged_back: reported, completed: ['refund_failed'] },
  charged_back: {},
}

/** Whether a cause changes an order's state like this. Late and out-of-order reports change nothing. */
export function changes(from: OrderStatus, to: OrderStatus, cause: OrderCause) {
  return transitions[from][to]?.includes(cause) ?? false
}

interface Paid {
  amountMinor: number
  currency: string
}

/** Returns whether the provider speaks of the payment that was ordered (PAY-7). */
export function isPaymentOf(order: Paid & { publicId: string }, payment: Paid & { reference: string }) {
  return (
    payment.reference === order.publicId &&
    payment.amountMinor === order.amountMinor &&
    payment.currency === order.currency
  )
}

/**
 * Returns when the provider is asked the next time for a payment that it has not reported: pauses grow with
 * the time `since` the order was made, or its latest refund was accepted. Returns null when nothing more is
 * expected. Source: PAY-17.
 */
export function nextCheck({ since, now }: { since: Date; now: Date }) {
  const age = now.getTime() - since.getTime()
  if (age >= OPEN_ORDER_DAYS * DAY) return null
  return new Date(now.getTime() + Math.min(Math.max(age, ORDER_CHECK_MIN_MS), ORDER_CHECK_MAX_MS))
}

/** Returns whether an open order keeps its discount code from every other one. Source: PAY-11. */
export function isHeld({ status, createdAt, now }: { status: OrderStatus; createdAt: Date; now: Date }) {
  return status === 'pending' && now.getTime() - createdAt.getTime() < DISCOUNT_HOLD_MS
}

/** Returns when an order ends whose checkout was not opened by then. Source: PAY-17. */
export function unopenedUntil(createdAt: Date) {
  return new Date(createdAt.getTime() + UNOPENED_ORDER_MS)
}

/** Returns when a direct debit ends that its provider could not collect by then. Source: PAY-12. */
export function collectedUntil(createdAt: Date) {
  return new Date(createdAt.getTime() + (DEBIT_NOTICE_DAYS + DEBIT_COLLECT_DAYS) * DAY)
}

/**
 * Returns the money for the unspent credits of an order: their part of what was paid, in whole minor units.
 * Source: PAY-10.
 */
export function refundAmount({
  amountMinor,
  credits,
  unspent,
}: {
  amountMinor: number
  credits: number
  unspent: number
}) {
  return Math.round((amountMinor * unspent) / credits)
}

/** Returns whether it is too late to charge a stored method: the member no longer expects it (PAY-13). */
export function isChargeLate({ createdAt, now }: { createdAt: Date; now: Date }) {
  return now.getTime() - createdAt.getTime() >= CHARGE_WITHIN_MS
}

/**
 * Returns until when unspent credits can be returned: the end of the last day (UTC), because a period of days
 * has whole days and excludes the day of the payment (Regulation 1182/71, article 3; PAY-10).
 */
export function refundableUntil(completedAt: Date, refundDays: number) {
  if (refundDays === 0) return completedAt
  const dayOfPayment = Math.floor(completedAt.getTime() / DAY)
  return new Date((dayOfPayment + refundDays + 1) * DAY)
}

const receiptLetters = { receipt: 'R', credit_note: 'C', chargeback_note: 'B' } satisfies Record<ReceiptKind, string>

/** Returns the number of a receipt as it is printed: its series, and six digits or more (PAY-26). */
export function receiptNumber({ kind, year, number }: { kind: ReceiptKind; year: number; number: number }) {
  return `${receiptLetters[kind]}-${year}-${String(number).padStart(6, '0')}`
}

interface Market {
  currency: CurrencyCode
}

/** Currency of each country. Methods: contract/payments/payment-methods.ts; VAT: contract/payments/vat.ts. */
export const markets: Readonly<Record<CountryCode, Market>> = {
  AT: { currency: 'EUR' },
  AU: { currency: 'AUD' },
  BE: { currency: 'EUR' },
  CA: { currency: 'CAD' },
  CH: { currency: 'CHF' },
  DE: { currency: 'EUR' },
  DK: { currency: 'DKK' },
  ES: { currency: 'EUR' },
  FI: { currency: 'EUR' },
  FR: { currency: 'EUR' },
  GB: { currency: 'GBP' },
  IE: { currency: 'EUR' },
  IT: { currency: 'EUR' },
  NL: { currency: 'EUR' },
  NO: { currency: 'NOK' },
  PL: { currency: 'PLN' },
  SE: { currency: 'SEK' },
  US: { currency: 'USD' },
}
