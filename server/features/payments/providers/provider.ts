import type { Order, OrderStatus } from '#contract/payments.ts'

/** The data of an order that a provider receives. It must not reveal who the member is. */
export interface CheckoutOrder extends Pick<Order, 'id' | 'amountMinor' | 'currency' | 'method'> {
  /** Name of the site, as the buyer knows it. */
  merchant: string
  /** Path of this site to which the checkout returns. */
  returnPath: string
}

/** A provider's report on a payment. */
export interface ProviderEvent {
  /** Stays the same when the provider repeats the event. */
  eventId: string
  /** The provider's reference of the payment. */
  providerRef: string
  status: OrderStatus
}

/** A payment provider. Each has one file in this directory. */
export interface Provider {
  name: string
  /**
   * Opens a payment and returns the page on which the buyer pays. Repeating an order returns the same payment.
   * @throws AppError `payments.provider_unavailable`
   */
  createCheckout(order: CheckoutOrder): Promise<{ providerRef: string; checkoutUrl: string }>
  /**
   * Verifies the signature of a webhook and reads its event.
   * @throws AppError `payments.webhook_signature` if the signature is missing, wrong or too old
   */
  verifyWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
}
