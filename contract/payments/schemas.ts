import { z } from 'zod'
import { countries } from '#contract/countries.ts'
import { Discount, DiscountText } from '#contract/credits/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, OrderId } from '#contract/ids.ts'
import { ORDERS_PAGE_SIZE, RECEIPTS_PER_ORDER, SPENDING_LIMIT_MAX_MINOR, WITHDRAWALS_LISTED } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { Country, Currency } from '#contract/settings/schemas.ts'
import { methodNames } from './payment-methods.ts'
import { providerNames } from './providers.ts'
import { receiptKinds } from './receipts.ts'
import { TaxName } from './vat.ts'
import { orderStates } from './order-states.ts'

/** A receipt of an order that its buyer can download. */
export const Receipt = z.object({
  kind: z.enum(receiptKinds),
  /** From a series without gaps: `R-2026-000123`. */
  number: z.string(),
})
export type Receipt = z.output<typeof Receipt>

export const bundleIds = ['p0', 'p1', 'p2', 'p3'] as const
export const BundleId = z.enum(bundleIds)
export type BundleId = z.output<typeof BundleId>

export const PaymentMethod = z.enum(methodNames)
export type PaymentMethod = z.output<typeof PaymentMethod>

/** A bundle of credits. Amounts are in minor units and include VAT. */
export const Bundle = z.object({
  id: BundleId,
  credits: z.int().positive(),
  /** Number of text messages that the credits pay for. */
  messages: z.int().positive(),
  amountMinor: z.int().positive(),
  currency: Currency,
  /** Whether this bundle has the lowest price per message (PAY-4). */
  isBest: z.boolean(),
})
export type Bundle = z.output<typeof Bundle>

/** When premium by the caller's next purchase begins: with the payment, or its first spent credit. */
export const PremiumStart = z.enum(['payment', 'first_credit'])
export type PremiumStart = z.output<typeof PremiumStart>

/** Whose prices a member has after a move, and until when; null: those of the own country (PAY-28). */
export const FormerPrices = z.object({ country: Country, until: z.iso.datetime() }).nullable()
export type FormerPrices = z.output<typeof FormerPrices>

export const getBundles = {
  summary: 'Lists bundles for the caller’s country, and payment methods for it or for another payment country.',
  query: z.strictObject({ country: Country.optional() }),
  reply: z.object({
    bundles: z.array(Bundle).max(bundleIds.length),
    /** The methods' country. Prices and VAT are always of the caller's own country, or the former one. */
    country: Country,
    methods: z.array(PaymentMethod).max(methodNames.length),
    /** Those of the methods that can be stored for a repeat order. */
    storable: z.array(PaymentMethod).max(methodNames.length),
    /** Who takes a payment by each of the methods (PAY-31). */
    providers: z.partialRecord(PaymentMethod, z.enum(providerNames)),
    /** 0 where there is no one rate. */
    vatPercent: z.number(),
    tax: TaxName,
    premiumStart: PremiumStart,
    formerPrices: FormerPrices,
  }),
} satisfies EndpointSchemas

export const getPriceList = {
  summary: 'Lists the bundles of each country of the site, and which of the countries is the caller’s.',
  reply: z.object({
    country: Country,
    prices: z
      .array(
        z.object({
          country: Country,
          /** 0 where there is no one rate. */
          vatPercent: z.number(),
          tax: TaxName,
          /** Least price of one message, in minor units; null: none. */
          minimumMessageMinor: z.int().nonnegative().nullable(),
          bundles: z.array(Bundle).max(bundleIds.length),
        }),
      )
      .max(countries.length),
  }),
} satisfies EndpointSchemas

export const OrderStatus = z.enum(orderStates)
export type OrderStatus = z.output<typeof OrderStatus>

export const Order = z.object({
  id: OrderId,
  status: OrderStatus,
  bundle: BundleId,
  credits: z.int(),
  amountMinor: z.int(),
  currency: Currency,
  method: PaymentMethod,
  /** Whether it is paid with the stored method, without a checkout. */
  isStored: z.boolean(),
  /** Where an open payment can be finished or cancelled; null for one closed or without checkout. */
  checkoutUrl: z.string().nullable(),
  /** The discount that `amountMinor` contains. */
  discount: z.object({ code: z.string(), percentage: z.int(), fullAmountMinor: z.int() }).nullable(),
  /** The receipt first, then what corrects it. */
  receipts: z.array(Receipt).max(RECEIPTS_PER_ORDER),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
})
export type Order = z.output<typeof Order>

export const createOrder = {
  summary: 'Orders a bundle and opens the provider’s checkout. Repeating a `clientId` returns the same order.',
  body: z.strictObject({
    clientId: ClientId,
    bundle: BundleId,
    method: PaymentMethod,
    code: DiscountText.nullable().default(null),
    /** Payment country: where the method is from. Left out: the caller's own. */
    country: Country.optional(),
    /** The caller agrees that the provider stores the method for repeat orders. */
    storesMethod: z.boolean().default(false),
  }),
  reply: z.object({ order: Order, checkoutUrl: z.string() }),
} satisfies EndpointSchemas

export const getDiscountCode = {
  summary: 'Finds a code of the caller, or with `welcome=true` one that waits for the caller, and the prices with it.',
  // Loose, because the client passes on the query of its page; only these two are used.
  query: z.looseObject({ code: DiscountText.optional(), welcome: z.literal('true').optional() }),
  reply: z.object({
    /** Null only with `welcome`, when no code waits. */
    discount: Discount.nullable(),
    /** The server's clock, for countdowns. */
    now: z.iso.datetime(),
    /** Bundles whose price the code lowers. */
    prices: z.array(z.object({ bundle: BundleId, amountMinor: z.int().positive() })).max(bundleIds.length),
  }),
} satisfies EndpointSchemas

export const getOrder = {
  summary: 'Returns one of the caller’s own orders.',
  params: z.strictObject({ orderId: OrderId }),
  reply: z.object({ order: Order }),
} satisfies EndpointSchemas

export const listOrders = {
  summary: 'Lists the caller’s own orders, newest first.',
  query: PageQuery,
  reply: z.object({ orders: z.array(Order).max(ORDERS_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas

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

export const getRepeatOrder = {
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
} satisfies EndpointSchemas

export const createRepeatOrder = {
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
} satisfies EndpointSchemas

export const removeStoredMethod = {
  summary: 'Removes the stored method here and at the provider. Repeating it changes nothing.',
  reply: z.object({}),
} satisfies EndpointSchemas

/** What a member gets back for the unspent credits of a purchase. */
const Returned = {
  credits: z.int().positive(),
  amountMinor: z.int().positive(),
}

/** A purchase from which the member can withdraw until `until`. */
export const Withdrawable = z.object({
  orderId: OrderId,
  ...Returned,
  currency: Currency,
  /** What was bought. */
  boughtCredits: z.int(),
  paidMinor: z.int(),
  paidAt: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Withdrawable = z.output<typeof Withdrawable>

export const listWithdrawable = {
  summary: 'Lists the purchases from which the caller can withdraw, with the money for their unspent credits.',
  reply: z.object({ orders: z.array(Withdrawable).max(WITHDRAWALS_LISTED) }),
} satisfies EndpointSchemas

export const withdraw = {
  summary:
    'Withdraws from a purchase: returns its unspent credits for money, once. The body is what the caller was shown.',
  params: z.strictObject({ orderId: OrderId }),
  body: z.strictObject(Returned),
  reply: z.object({ ...Returned, currency: Currency, withdrawnAt: z.iso.datetime() }),
} satisfies EndpointSchemas

const Amount = z.object({ amountMinor: z.int().nonnegative(), currency: Currency })

/** The most that a member wants to spend in a calendar month (UTC). */
export const SpendingLimit = z.object({
  /** Null: no limit. */
  limit: Amount.nullable(),
  /** A raise that waits; `limit` is null when the limit ends then. */
  raise: z.object({ limit: Amount.nullable(), at: z.iso.datetime() }).nullable(),
  /** Ordered in this month, not failed or cancelled, without refunds; in the currency of limit or member. */
  spent: Amount,
})
export type SpendingLimit = z.output<typeof SpendingLimit>

export const getSpendingLimit = {
  summary: 'Returns the spending limit that the caller has set, and what was spent in this month.',
  reply: SpendingLimit,
} satisfies EndpointSchemas

export const setSpendingLimit = {
  summary: 'Sets the caller’s spending limit for a month. Lowering it takes effect at once, raising it later.',
  body: z.strictObject({
    /** In the currency of the caller’s country. Null removes the limit. */
    amountMinor: z.int().nonnegative().max(SPENDING_LIMIT_MAX_MINOR).nullable(),
  }),
  reply: SpendingLimit,
} satisfies EndpointSchemas
