import { z } from 'zod'
import { DiscountText } from './discounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ClientId } from '#contract/ids.ts'
import { Bundle, BundleId, FormerPrices, Order, PaymentMethod, PremiumStart } from './payments.ts'
import { TaxName } from './vat.ts'

const StoredMethodId = z.string().min(1).max(40)

/** A payment method that the provider keeps for the member. The site knows a token of it and this label. */
export const StoredMethod = z.object({
  /** A method that takes its place has another one. */
  id: StoredMethodId,
  method: PaymentMethod,
  /** Masked, such as `Visa •••• 1234`. */
  label: z.string(),
})
export type StoredMethod = z.output<typeof StoredMethod>

export const getRepeatOrder = endpoint({
  method: 'GET',
  path: '/api/repeat-order',
  access: 'member',
  summary: 'Returns the bundle that the caller bought last, at its price of today, and the stored method.',
  reply: z.object({
    /** Null before the first purchase. */
    bundle: Bundle.nullable(),
    stored: StoredMethod.nullable(),
    /** 0 where there is no one rate. */
    vatPercent: z.number(),
    tax: TaxName,
    premiumStart: PremiumStart,
    formerPrices: FormerPrices,
  }),
})

export const createRepeatOrder = endpoint({
  method: 'POST',
  path: '/api/repeat-order',
  access: 'member',
  summary: 'Buys a bundle with the stored method at once. While such a payment is open, it returns that one.',
  body: z.strictObject({
    clientId: ClientId,
    bundle: BundleId,
    /** The stored method that the caller was shown. */
    storedMethod: StoredMethodId,
    /** The price that the caller was shown, in minor units, with the discount of the code. */
    amountMinor: z.int().positive(),
    code: DiscountText.nullable().default(null),
  }),
  reply: z.object({ order: Order }),
})

export const removeStoredMethod = endpoint({
  method: 'DELETE',
  path: '/api/stored-method',
  access: 'member',
  summary: 'Removes the stored method here and at the provider. Repeating it changes nothing.',
  reply: z.object({}),
})
