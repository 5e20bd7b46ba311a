import type { Order, OrderStatus } from '#contract/payments.ts'

/** What a provider learns of an order: nothing about the member, whose being here is nobody's business. */
export interface CheckoutOrder extends Pick<Order, 'id' | 'amountMinor' | 'currency' | 'method'> {
  /** Name of the site, as the buyer knows it. */
  merchant: string
  /** Path of this site that the browser comes back to. */
  returnPath: string
}

/** What a provider says of a payment. */
export interface ProviderEvent {
  /** The same event has the same id, however often it is sent. */
  eventId: string
  /** The provider's name for the payment. */
  providerRef: string
  status: OrderStatus
}

/** A company that takes the money. One file in this folder for each. */
export interface Provider {
  name: string
  /**
   * Opens a payment and returns the page on which the buyer pays. The same order again gives the same payment.
   * @throws AppError `payments.provider_unavailable`
   */
  createCheckout(order: CheckoutOrder): Promise<{ providerRef: string; checkoutUrl: string }>
  /**
   * Reads a webhook that this provider has signed.
   * @throws AppError `payments.webhook_signature` when it has not, or too long ago
   */
  verifyWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
}
