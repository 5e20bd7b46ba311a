import type { CountryCode } from '#contract/languages.ts'
import { bundleIds, type Bundle, type BundleId, type OrderStatus, type PaymentMethod } from '#contract/payments.ts'
import type { Currency, Settings } from '#contract/settings.ts'

type Prices = Pick<Settings, 'message_credits' | 'minimum_message_costs'>

/**
 * The bundles as they are sold in a country. Where the country has a minimum message cost, its currency is the one that
 * is paid in, and a price that would fall below it is raised to it. Exactly one bundle is the best, the one with the
 * lowest price per message, unless all are equal.
 * Source: spec §5, product.md 'Money and rights'.
 */
export function bundlesIn(country: CountryCode, { message_credits, minimum_message_costs }: Prices): Bundle[] {
  const minimum = minimum_message_costs[country]
  const currency = minimum?.currency ?? markets[country].currency
  const bundles = bundleIds.map((id) => {
    const credits = bundleMessages[id] * message_credits
    const messages = messagesFor(credits, message_credits)
    const amountMinor = Math.max(listPrices[currency][id], messages * (minimum?.costs ?? 0))
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
const onward: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['completed', 'failed', 'cancelled'],
  failed: ['completed'],
  cancelled: ['completed'],
  completed: [],
}

/** The state of an order after a report. What comes late or out of order leaves it as it is. */
export function statusAfter(current: OrderStatus, reported: OrderStatus) {
  return onward[current].includes(reported) ? reported : current
}

/** Messages that each bundle pays for; its credits follow from the site's `message_credits`. */
export const bundleMessages = { p0: 10, p1: 30, p2: 75, p3: 200 } as const satisfies Record<BundleId, number>

/** List prices in minor units, VAT included. */
export const listPrices = {
  EUR: { p0: 1499, p1: 3499, p2: 6999, p3: 14_999 },
  GBP: { p0: 1299, p1: 2999, p2: 5999, p3: 12_999 },
  USD: { p0: 1599, p1: 3799, p2: 7499, p3: 15_999 },
  CAD: { p0: 1999, p1: 4699, p2: 9399, p3: 19_999 },
  AUD: { p0: 2299, p1: 5399, p2: 10_799, p3: 22_999 },
  CHF: { p0: 1490, p1: 3490, p2: 6990, p3: 14_990 },
  DKK: { p0: 10_900, p1: 25_900, p2: 51_900, p3: 109_900 },
  NOK: { p0: 16_900, p1: 39_900, p2: 79_900, p3: 169_900 },
  SEK: { p0: 16_900, p1: 39_900, p2: 79_900, p3: 169_900 },
  PLN: { p0: 5900, p1: 13_900, p2: 27_900, p3: 59_900 },
} as const satisfies Record<Currency, Record<BundleId, number>>

interface Market {
  currency: Currency
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
