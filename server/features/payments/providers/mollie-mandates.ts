import type { MollieClient, PaymentCreateParams } from '@mollie/api-client'
import { dayOf } from '#contract/time.ts'
import { Metadata, orNull, requestOf } from './mollie-answers.ts'
import type { DebitCollector, DirectDebit, Provider } from './provider.ts'

/** Payments of a customer that are searched for one that was made before. */
const RECENT_PAYMENTS = 50
/** States of a mandate that can be charged. */
const VALID = new Set<string>(['valid'])

export type PaymentOf = (
  order: Pick<DirectDebit, 'id' | 'amountMinor' | 'currency' | 'merchant'>,
) => PaymentCreateParams

interface Recurring {
  order: Parameters<PaymentOf>[0]
  customerId: string
  mandateId: string
}

/** Makes a payment with a mandate, or finds the one that an earlier attempt has made. */
async function payWithMandate(mollie: MollieClient, paymentOf: PaymentOf, input: Recurring) {
  const { order, customerId, mandateId } = input
  // An idempotency key is forgotten after an hour, a payment is not.
  const recent = await mollie.customerPayments.page({ customerId, limit: RECENT_PAYMENTS })
  const earlier = recent.find(({ metadata }) => Metadata.safeParse(metadata).data?.order === order.id)
  // The values of the client's enums are those of the API, which are plain texts.
  const stored = { customerId, mandateId, sequenceType: 'recurring' as never }
  return earlier ?? mollie.payments.create({ ...paymentOf(order), ...stored })
}

/**
 * Collects direct debits with Mollie: each has a customer, without a name, that holds its mandate, and is a
 * recurring payment with it, which Mollie collects on one of the next bank days.
 */
export function mollieDebits(client: () => Promise<MollieClient>, paymentOf: PaymentOf): DebitCollector {
  return {
    register: ({ id, mandate: { reference, holder, iban, signedAt } }) =>
      requestOf(async () => {
        const mollie = await client()
        const customer = await mollie.customers.create({ idempotencyKey: `${id}-customer` })
        const mandate = await mollie.customerMandates.create({
          customerId: customer.id,
          method: 'directdebit' as never,
          consumerName: holder,
          consumerAccount: iban,
          signatureDate: dayOf(signedAt),
          mandateReference: reference,
          idempotencyKey: `${id}-mandate`,
        })
        return { customerRef: customer.id, token: mandate.id }
      }),

    async collect({ registered, ...order }) {
      if (!registered) throw new Error(`the mandate of order ${order.id} is not registered at mollie`)
      const { customerRef: customerId, token: mandateId } = registered
      const payment = await requestOf(async () =>
        payWithMandate(await client(), paymentOf, { order, customerId, mandateId }),
      )
      return { providerRef: payment.id }
    },
  }
}

/** Charges and forgets the cards that Mollie keeps: each is the mandate of a customer without a name. */
export function mollieStoredMethods(
  client: () => Promise<MollieClient>,
  paymentOf: PaymentOf,
): Pick<Provider, 'findStored' | 'charge' | 'deletePaymentMethod'> {
  return {
    async findStored(customerRef) {
      const mandates = await requestOf(async () => (await client()).customerMandates.page({ customerId: customerRef }))
      const mandate = mandates.find(({ status }) => VALID.has(status))
      if (!mandate || !('cardNumber' in mandate.details)) return null
      const { cardLabel, cardNumber } = mandate.details
      return { token: mandate.id, label: `${cardLabel ?? 'Card'} •••• ${cardNumber.slice(-4)}` }
    },

    async charge({ customerRef, token, ...order }) {
      const payment = await requestOf(async () =>
        payWithMandate(await client(), paymentOf, { order, customerId: customerRef, mandateId: token }),
      )
      return { providerRef: payment.id }
    },

    async deletePaymentMethod({ customerRef }) {
      // With its customer the mandate is gone.
      await orNull(async () => (await client()).customers.delete(customerRef))
    },
  }
}
