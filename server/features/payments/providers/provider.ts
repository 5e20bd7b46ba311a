import type { CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { ProviderName } from '#contract/payments/providers.ts'
import type { Order, OrderStatus, PaymentMethod } from '#contract/payments/schemas.ts'

/** The data of an order that a provider receives. It must not reveal who the member is (PAY-14). */
export interface CheckoutOrder extends Pick<Order, 'id' | 'amountMinor' | 'currency' | 'method'> {
  /** Payment country: where the buyer has the method. */
  country: CountryCode
  language: LanguageCode
  /** Name of the site, as the buyer knows it. */
  merchant: string
  /** Address of the site, and the path on it to which the checkout returns. */
  siteUrl: string
  returnPath: string
  /** The buyer agrees that the provider keeps the method. */
  storesMethod: boolean
}

export interface Checkout {
  providerRef: string
  checkoutUrl: string
  /** The customer to which the provider ties the method; null if it keeps none. */
  customerRef: string | null
}

/** A method that the provider keeps, which it charges again without the buyer. */
export interface TokenOfMethod {
  token: string
  /** Masked, such as `Visa •••• 1234`. */
  label: string
}

/** An order that is paid with a stored method. */
export interface Charge extends Pick<Order, 'id' | 'amountMinor' | 'currency' | 'method'> {
  merchant: string
  customerRef: string
  token: string
}

/** What a buyer has signed for one direct debit (PAY-12). The provider gets it to collect the money. */
export interface Mandate {
  /** Unique, on the buyer's bank statement. */
  reference: string
  holder: string
  /** Without spaces. */
  iban: string
  signedAt: Date
}

/** A mandate as the provider knows it. */
export interface RegisteredMandate {
  customerRef: string
  token: string
}

export interface DirectDebit extends Pick<Order, 'id' | 'amountMinor' | 'currency'> {
  merchant: string
  mandate: Mandate
  /** What `register` has returned. */
  registered: RegisteredMandate | null
}

/** How a provider collects with mandates that were given to the site. */
export interface DebitCollector {
  /**
   * Registers a mandate, before money is collected with it. The caller stores what it returns, by which a
   * later attempt finds what an earlier one has collected. Null if the provider gets the mandate with the
   * payment.
   * @throws ProviderRejection
   */
  register(order: Pick<DirectDebit, 'id' | 'mandate'>): Promise<RegisteredMandate | null>
  /**
   * Collects the amount of an order. The result is that of `findPayment`. Repeating an order within
   * `DEBIT_COLLECT_DAYS` collects once.
   * @throws ProviderRejection
   */
  collect(debit: DirectDebit): Promise<{ providerRef: string }>
}

export interface Offer {
  method: PaymentMethod
  currency: string
  country: CountryCode
}

/** What a webhook is about. */
export interface WebhookHint {
  providerRef: string
  /** The order that it names, if the webhook proves it: for a payment whose reference was not stored. */
  reference?: string
}

export interface WebhookRequest {
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
  query: unknown
}

/** State of a payment at its provider, without what happens to the money later. */
export type PaymentStatus = Exclude<OrderStatus, 'refunded' | 'charged_back'>

/** What the provider says of a payment when it is asked. */
export interface ProviderPayment {
  /** The order that the payment was opened for: `id` of its `CheckoutOrder`. */
  reference: string
  amountMinor: number
  currency: string
  status: PaymentStatus
  /** Sum of what was paid back to the buyer. */
  refundedMinor: number
  /** What the buyer's bank has taken back. */
  chargedBackMinor: number
  /** The bank has taken it back only because the account had too little money. */
  isUncovered: boolean
  /** Refunds that the provider had accepted and that did not arrive, by its ids or those of the site. */
  failedRefunds: string[]
  /** As in `Checkout`: null for a payment with a method that was stored before, too. */
  customerRef: string | null
}

export interface ProviderRefund {
  providerRef: string
  /** The same for every attempt of one refund, so that the provider executes it once. */
  refundId: string
  amountMinor: number
  currency: string
}

/** The provider has understood the request and will not execute it, also not later. */
export class ProviderRejection extends Error {}

/**
 * The provider answers, but the request has no result yet: it executes an earlier attempt, or has not
 * reported what the request needs. Worth repeating, and no sign that the provider is down.
 */
export class ProviderNotReady extends Error {}

/** A payment provider. Each has one file in this directory. */
export interface Provider {
  name: ProviderName
  /** Whether the provider takes this payment method, in this currency and country. */
  supports(offer: Offer): boolean
  /** Whether the provider can keep this method for repeat orders. */
  stores(method: PaymentMethod): boolean
  /**
   * Opens a payment and returns the page where the buyer pays: the same payment for the same order.
   * @throws ProviderRejection
   */
  createCheckout(order: CheckoutOrder): Promise<Checkout>
  /**
   * Reads which payments a webhook is about. That is only a hint to ask the provider for them. A webhook that
   * is none of the site's business has none.
   * @throws AppError `payments.webhook_signature` if missing, wrong or too old, `request.invalid`
   */
  readWebhook(request: WebhookRequest): Promise<WebhookHint[]>
  /** Asks the provider for a payment. Returns null if the provider does not know it. */
  findPayment(providerRef: string): Promise<ProviderPayment | null>
  /**
   * Ends a payment that was not paid yet, so that it cannot be paid any more. Not every method allows it:
   * what has become of the payment is for `findPayment` to say.
   */
  close(providerRef: string): Promise<void>
  /**
   * Pays back money of a completed payment. Repeating a `refundId` changes nothing.
   * @throws ProviderRejection
   */
  refund(refund: ProviderRefund): Promise<void>
  /** Finds the method that the provider keeps for a customer; null if there is none, or none yet. */
  findStored(customerRef: string): Promise<TokenOfMethod | null>
  /**
   * Charges a stored method. The result is that of `findPayment`. Repeating an order charges once.
   * @throws ProviderRejection
   */
  charge(charge: Charge): Promise<{ providerRef: string }>
  /** How it collects direct debits; null if the buyer pays them on a page of its own, as with any method. */
  debits: DebitCollector | null
  /** Has the provider forget a stored method, or a mandate. Repeating it changes nothing. */
  deletePaymentMethod(stored: { customerRef: string; token: string }): Promise<void>
}
