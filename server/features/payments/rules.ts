import { BUNDLE_MESSAGES, BUNDLE_PRICES } from '#contract/limits.ts'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { bundleIds, type Bundle, type OrderStatus, type PaymentMethod } from '#contract/payments.ts'
import type { Settings } from '#contract/settings.ts'
import { messagePrice } from '#server/features/credits/rules.ts'

type PriceSettings = Pick<Settings, 'message_credits' | 'minimum_message_costs'>

/**
 * Returns the bundles as sold in a country. Where the country has a minimum message cost, amounts are in its currency
 * and prices below the minimum are raised to it. The bundle with the lowest price per message is the best, unless all
 * prices per message are equal.
 * Source: PAY-2, PAY-3, PAY-4.
 */
export function bundlesIn(country: CountryCode, settings: PriceSettings): Bundle[] {
  const minimum = settings.minimum_message_costs[country]
  const currency = minimum?.currency ?? markets[country].currency
  const bundles = bundleIds.map((id) => {
    const messages = BUNDLE_MESSAGES[id]
    const credits = messages * messagePrice(settings)
    const amountMinor = Math.max(BUNDLE_PRICES[currency][id], messages * (minimum?.costs ?? 0))
    return { id, credits, messages, amountMinor, currency }
  })
  const rates = bundles.map(({ amountMinor, messages }) => amountMinor / messages)
  const lowest = Math.min(...rates)
  const best = rates.every((rate) => rate === lowest) ? -1 : rates.indexOf(lowest)
  return bundles.map((bundle, index) => ({ ...bundle, isBest: index === best }))
}

/** Returns the methods offered in a country, its own first (PAY-5), and the VAT included in its prices, in percent. */
export function marketOf(country: CountryCode) {
  const { methods, vatPercent } = markets[country]
  return { methods: [...methods], vatPercent }
}

/**
 * State changes that a provider's report can cause. Completed is final: the money has arrived, and only a refund, which
 * is a separate operation, returns it. A failed or cancelled order can still complete, because providers report a
 * payment more than once (a second attempt on their page, a late transfer), and a member who paid gets the credits.
 * Source: PAY-6.
 */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['completed', 'failed', 'cancelled'],
  failed: ['completed'],
  cancelled: ['completed'],
  completed: [],
}

/** Returns the state of an order after a report. Late and out-of-order reports change nothing. */
export function statusAfter(current: OrderStatus, reported: OrderStatus) {
  return transitions[current].includes(reported) ? reported : current
}

interface Market {
  currency: CurrencyCode
  /**
   * Standard rate on electronically supplied services, in percent. Canada: the federal rate. United States: there is no
   * national rate.
   */
  vatPercent: number
  /** In the order offered: the country's own first. */
  methods: readonly PaymentMethod[]
}

const cards = ['creditcard', 'visa', 'mastercard'] as const

/**
 * Currency, VAT and usual methods of each country. Three methods of the contract are offered nowhere: giropay (closed
 * in 2024), sofort (closed in 2025) and sct, a manual transfer, which would need a page with the account details.
 */
export const markets: Readonly<Record<CountryCode, Market>> = {
  AT: { currency: 'EUR', vatPercent: 20, methods: ['eps', ...cards, 'paypal', 'sdd', 'applepay', 'paysafecard'] },
  AU: { currency: 'AUD', vatPercent: 10, methods: [...cards, 'paypal', 'applepay'] },
  BE: { currency: 'EUR', vatPercent: 21, methods: ['bancontact', ...cards, 'maestro', 'paypal', 'sdd', 'applepay'] },
  CA: { currency: 'CAD', vatPercent: 5, methods: [...cards, 'paypal', 'applepay'] },
  CH: { currency: 'CHF', vatPercent: 8.1, methods: ['twint', ...cards, 'paypal', 'applepay', 'paysafecard'] },
  DE: { currency: 'EUR', vatPercent: 19, methods: ['paypal', 'sdd', ...cards, 'applepay', 'paysafecard'] },
  DK: { currency: 'DKK', vatPercent: 25, methods: ['mobilepay', 'dankort', ...cards, 'paypal', 'applepay'] },
  ES: { currency: 'EUR', vatPercent: 21, methods: [...cards, 'paypal', 'sdd', 'applepay'] },
  FI: { currency: 'EUR', vatPercent: 25.5, methods: ['mobilepay', ...cards, 'paypal', 'sdd', 'applepay'] },
  FR: { currency: 'EUR', vatPercent: 20, methods: ['cartebancaire', ...cards, 'paypal', 'sdd', 'applepay'] },
  GB: { currency: 'GBP', vatPercent: 20, methods: [...cards, 'paypal', 'applepay'] },
  IE: { currency: 'EUR', vatPercent: 23, methods: [...cards, 'paypal', 'sdd', 'applepay'] },
  IT: { currency: 'EUR', vatPercent: 22, methods: ['satispay', 'nexi', ...cards, 'paypal', 'sdd', 'applepay'] },
  NL: { currency: 'EUR', vatPercent: 21, methods: ['ideal', ...cards, 'maestro', 'paypal', 'sdd', 'applepay'] },
  NO: { currency: 'NOK', vatPercent: 25, methods: ['vipps', ...cards, 'paypal', 'applepay'] },
  PL: { currency: 'PLN', vatPercent: 23, methods: ['blik', 'prezelewy24', ...cards, 'paypal', 'applepay'] },
  SE: { currency: 'SEK', vatPercent: 25, methods: ['swish', ...cards, 'paypal', 'applepay'] },
  US: { currency: 'USD', vatPercent: 0, methods: [...cards, 'paypal', 'applepay'] },
}
