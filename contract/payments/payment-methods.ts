import type { CountryCode, CurrencyCode } from '#contract/countries.ts'

/** How money moves: forms and pages group methods by it. */
type MethodKind = 'card' | 'wallet' | 'bank' | 'debit' | 'voucher'

interface MethodInfo {
  kind: MethodKind
  /** Where buyers have it; left out: everywhere. */
  countries?: readonly CountryCode[]
  /** What it pays in; left out: everything. */
  currencies?: readonly CurrencyCode[]
  /** Countries in which it is offered before the cards. */
  firstIn?: readonly CountryCode[]
  /** A brand of this method: shown as one choice with it. */
  brandOf?: 'creditcard'
  /** Its operator has ended it: it stays readable on old orders and is offered nowhere. */
  isClosed?: true
}

const sepa = ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'IE', 'IT', 'NL'] as const satisfies CountryCode[]

/**
 * Every payment method by its name on the wire, in the order of offering: a country's own methods come before
 * those of everywhere.
 */
export const methodTable = {
  ideal: { kind: 'bank', countries: ['NL'], currencies: ['EUR'] },
  bancontact: { kind: 'card', countries: ['BE'], currencies: ['EUR'] },
  cartebancaire: { kind: 'card', countries: ['FR'], currencies: ['EUR'] },
  eps: { kind: 'bank', countries: ['AT'], currencies: ['EUR'] },
  giropay: { kind: 'bank', countries: ['DE'], currencies: ['EUR'], isClosed: true },
  sofort: { kind: 'bank', countries: ['AT', 'BE', 'CH', 'DE', 'NL'], currencies: ['EUR', 'CHF'], isClosed: true },
  blik: { kind: 'bank', countries: ['PL'], currencies: ['PLN'] },
  prezelewy24: { kind: 'bank', countries: ['PL'], currencies: ['PLN', 'EUR'] },
  mobilepay: { kind: 'wallet', countries: ['DK', 'FI'], currencies: ['DKK', 'EUR'] },
  dankort: { kind: 'card', countries: ['DK'], currencies: ['DKK'] },
  swish: { kind: 'wallet', countries: ['SE'], currencies: ['SEK'] },
  vipps: { kind: 'wallet', countries: ['NO'], currencies: ['NOK'] },
  twint: { kind: 'wallet', countries: ['CH'], currencies: ['CHF'] },
  satispay: { kind: 'wallet', countries: ['IT'], currencies: ['EUR'] },
  nexi: { kind: 'card', countries: ['IT'], currencies: ['EUR'] },
  creditcard: { kind: 'card' },
  visa: { kind: 'card', brandOf: 'creditcard' },
  mastercard: { kind: 'card', brandOf: 'creditcard' },
  maestro: { kind: 'card', countries: ['BE', 'NL'], currencies: ['EUR'] },
  paypal: { kind: 'wallet', firstIn: ['DE'] },
  sdd: { kind: 'debit', countries: sepa, currencies: ['EUR'], firstIn: ['DE'] },
  applepay: { kind: 'wallet' },
  paysafecard: { kind: 'voucher', countries: ['AT', 'CH', 'DE'], currencies: ['EUR', 'CHF'] },
  sct: { kind: 'bank', countries: sepa, currencies: ['EUR'] },
} as const satisfies Record<string, MethodInfo>

export type MethodName = keyof typeof methodTable

export const methodNames = Object.keys(methodTable) as MethodName[]

/** Returns what is known of a method. */
export const methodInfo = (method: MethodName): MethodInfo => methodTable[method]

/** Lists the methods of a country for prices in a currency: those native to it first (PAY-5). */
export function methodsIn(country: CountryCode, currency: CurrencyCode): MethodName[] {
  const fitting = methodNames.filter((method) => {
    const { countries, currencies, isClosed } = methodInfo(method)
    return !isClosed && (countries?.includes(country) ?? true) && (currencies?.includes(currency) ?? true)
  })
  const isFirst = (method: MethodName) => methodInfo(method).firstIn?.includes(country) ?? false
  return [...fitting.filter(isFirst), ...fitting.filter((method) => !isFirst(method))]
}

/** Returns the choices that a page shows for these methods: brands are part of their method. */
export function choicesOf(methods: readonly MethodName[]) {
  return methods
    .filter((method) => {
      const { brandOf } = methodInfo(method)
      return brandOf === undefined || !methods.includes(brandOf)
    })
    .map((method) => ({ method, brands: methods.filter((each) => methodInfo(each).brandOf === method) }))
}
