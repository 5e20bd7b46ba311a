import type { CheckoutAPI } from '@adyen/api-library'
import type { Adyen } from './adyen-api.ts'
import { adyenNames } from './method-names.ts'
import { orNull, paidBy, requestOf } from './adyen-answers.ts'
import { eventsOf, insertAdyenEvent, insertAdyenPayment } from './adyen-store.ts'
import type { Charge, DebitCollector, DirectDebit, Provider } from './provider.ts'

/**
 * Errors after which Adyen has not charged a stored method and never will: amount and currency, a stored
 * method that is unknown or cannot be used. Any other error leaves the outcome unknown, so it is asked again.
 */
const FINAL_CHARGE_ERRORS = new Set(['100', '137', '138', '800', '802', '803', '805', '905'])
/** As above, for a debit: amount and currency, and a bank account that is missing, wrong or not served. */
const FINAL_DEBIT_ERRORS = new Set(
  ['100', '137', '138', '905'].concat(['108', '110', '111', '112', '126', '127', '161', '162', '163']),
)

/** The answer to a charge: what is not decided yet comes by webhook. */
const decided: Partial<Record<string, boolean>> = { Authorised: true, Refused: false, Cancelled: false, Error: false }

/** A charge without the buyer has no page to return to, but the API wants an address. */
const NO_PAGE = 'https://localhost'

type Payment = Pick<Charge, 'id' | 'amountMinor' | 'currency'>
type Request = Parameters<CheckoutAPI['PaymentsApi']['payments']>[0]

/** Charges a payment without the buyer, once for an order, and stores what Adyen answers. */
async function pay(
  { db, clock, apis, merchantAccount }: Adyen,
  { id, amountMinor, currency }: Payment,
  {
    finalCodes,
    ...request
  }: Omit<Request, 'merchantAccount' | 'amount' | 'reference' | 'returnUrl'> & {
    finalCodes: ReadonlySet<string>
  },
) {
  const amount = { value: amountMinor, currency }
  await insertAdyenPayment(db, { reference: id, amountMinor, currency, at: clock.now() })
  // An idempotency key is forgotten after a while, what Adyen has reported is not.
  if (paidBy(await eventsOf(db, id))) return { providerRef: id }
  const reply = await requestOf(
    async () =>
      (await apis()).PaymentsApi.payments(
        { ...request, merchantAccount, reference: id, amount, returnUrl: NO_PAGE },
        { idempotencyKey: id },
      ),
    finalCodes,
  )
  const isSuccess = decided[String(reply.resultCode)]
  if (isSuccess !== undefined && reply.pspReference) {
    const event = { eventCode: 'AUTHORISATION', pspReference: reply.pspReference, originalReference: null, isSuccess }
    const details = { amountMinor, currency, refundId: null, reasonCode: null, happenedAt: null, at: clock.now() }
    await insertAdyenEvent(db, { reference: id, ...event, ...details })
  }
  return { providerRef: id }
}

/** Charges and forgets the cards that Adyen keeps: the customer of one is the order that has stored it. */
export function adyenStoredMethods(adyen: Adyen): Pick<Provider, 'findStored' | 'charge' | 'deletePaymentMethod'> {
  const { apis, merchantAccount } = adyen
  return {
    async findStored(customerRef) {
      const reply = await requestOf(async () =>
        (await apis()).RecurringApi.getTokensForStoredPaymentDetails(customerRef, merchantAccount),
      )
      const stored = reply.storedPaymentMethods?.find(({ id, lastFour }) => id && lastFour)
      if (!stored?.id) return null
      return { token: stored.id, label: `${stored.name ?? stored.brand ?? 'Card'} •••• ${stored.lastFour}` }
    },

    charge: ({ merchant, customerRef, token, ...order }) =>
      pay(adyen, order, {
        paymentMethod: { type: adyenNames.creditcard as never, storedPaymentMethodId: token },
        shopperReference: customerRef,
        shopperInteraction: 'ContAuth' as never,
        recurringProcessingModel: 'UnscheduledCardOnFile' as never,
        shopperStatement: merchant,
        finalCodes: FINAL_CHARGE_ERRORS,
      }),

    async deletePaymentMethod({ customerRef, token }) {
      await orNull(async () =>
        (await apis()).RecurringApi.deleteTokenForStoredPaymentDetails(token, customerRef, merchantAccount),
      )
    },
  }
}

/**
 * Collects direct debits with Adyen, which gets the mandate with the payment and keeps nothing for later. It
 * reports a debit as authorised at once; one that the bank does not pay comes back as a chargeback.
 */
export function adyenDebits(adyen: Adyen): DebitCollector {
  return {
    register: () => Promise.resolve(null),
    collect: ({ mandate, merchant, ...order }: DirectDebit) =>
      pay(adyen, order, {
        paymentMethod: {
          type: adyenNames.sdd as never,
          iban: mandate.iban,
          ownerName: mandate.holder,
        },
        shopperInteraction: 'Ecommerce' as never,
        shopperStatement: merchant,
        finalCodes: FINAL_DEBIT_ERRORS,
      }),
  }
}
