import { BUNDLE_MESSAGES, BUNDLE_PRICES } from '#contract/limits.ts'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { bundleIds, type Bundle, type OrderStatus, type PaymentMethod } from '#contract/payments.ts'
import type { Settings } from '#contract/settings.ts'

type Prices = Pick<Settings, 'message_credits' | 'minimum_message_costs'>

/**
 * The bundles as they are sold in a country. Where the country has a minimum message cost, its currency is the one that
 * is paid in, and a price that would fall below it is raised to it. Exactly one bundle is the best, the one with the
 * lowest price per message, unless all are equal.
 * Source: PAY-3, PAY-4.
 */
export function bundlesIn(country: CountryCode, { message_credits, minimum_message_costs }: Prices): Bundle[] {
  const minimum = minimum_message_costs[country]
  const currency = minimum?.currency ?? markets[country].currency
  const bundles = bundleIds.map((id) => {
    const credits = BUNDLE_MESSAGES[id] * message_credits
    const messages = messagesFor(credits, message_credits)
    const amountMinor = Math.max(BUNDLE_PRICES[currency][id], messages * (minimum?.costs ?? 0))
    return { id, credits, messages, amountMinor, currency }
  })
  const rates = bundles.map(({ amountMinor, messages }) => amountMinor / messages)
  const lowest = Math.min(...rates)
  const best = rates.every((rate) => rate === lowest) ? -1 : rates.indexOf(lowest)
  return bundles.map((bundle, index) => ({ ...bundle, isBest: index === best }))
}

/** Text messages that an amount of credits pays for. */
export function messagesFor(credits: number, messageCredits: number) {
  return Math.floor(credits / messageCredits)
}

/** Methods offered in a country, the country's own first, and the VAT that its prices include, in percent. */
export function marketOf(country: CountryCode) {
  const { methods, vatPercent } = markets[country]
  return { methods: [...methods], vatPercent }
}

/**
 * Where a provider's word may move an order. Completed is final: money has arrived, and only a refund, an act of its
 * own, gives it back. Failed and cancelled still become completed when the provider says so later, because providers
 * do report a payment twice (a second try on their page, a transfer that arrives late), and who has paid gets what
 * she paid for.
 */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['completed', 'failed', 'cancelled'],
  failed: ['completed'],
  cancelled: ['completed'],
  completed: [],
}

/** The state of an order after a report. What comes late or out of order leaves it as it is. */
export function statusAfter(current: OrderStatus, reported: OrderStatus) {
  return transitions[current].includes(reported) ? reported : current
}

interface Market {
  currency: CurrencyCode
  /**
   * Standard rate on services that are supplied electronically, in percent. Canada: the federal rate. United States:
   * none that is national.
   */
  vatPercent: number
  /** In the order in which they are offered: the country's own first. */
  methods: readonly PaymentMethod[]
}

const cards = ['creditcard', 'visa', 'mastercard'] as const

/**
 * What is usual in each country. Of the spec's methods giropay (ended 2024) and sofort (ended 2025) are offered nowhere;
 * sct, a transfer by hand, would need a page with the account to pay to.
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
