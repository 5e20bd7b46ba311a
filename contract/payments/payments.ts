import { z } from 'zod'
import { countries } from '#contract/countries.ts'
import { Discount, DiscountText } from './discounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ClientId, OrderId } from '#contract/ids.ts'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { methodNames } from './payment-methods.ts'
import { Receipt, receiptKinds } from './receipts.ts'
import { Country, Currency } from '#contract/settings/settings.ts'
import { TaxName } from './vat.ts'

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

export const getBundles = endpoint({
  method: 'GET',
  path: '/api/bundles',
  access: 'anyone',
  summary: 'Lists bundles for the caller’s country, and payment methods for it or for another payment country.',
  query: z.strictObject({ country: Country.optional() }),
  reply: z.object({
    bundles: z.array(Bundle).max(bundleIds.length),
    /** The methods' country. Prices and VAT are always of the caller's own country, or the former one. */
    country: Country,
    methods: z.array(PaymentMethod).max(methodNames.length),
    /** Those of the methods that can be stored for a repeat order. */
    storable: z.array(PaymentMethod).max(methodNames.length),
    /** 0 where there is no one rate. */
    vatPercent: z.number(),
    tax: TaxName,
    premiumStart: PremiumStart,
    formerPrices: FormerPrices,
  }),
})

export const getPriceList = endpoint({
  method: 'GET',
  path: '/api/price-list',
  access: 'anyone',
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
})

/**
 * `refunded`: the unspent credits were returned, or the payment was late. `charged_back`: the buyer's bank
 * took it back.
 */
export const orderStates = ['pending', 'completed', 'failed', 'cancelled', 'refunded', 'charged_back'] as const
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
  receipts: z.array(Receipt).max(receiptKinds.length),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
})
export type Order = z.output<typeof Order>

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'member',
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
})

export const getDiscountCode = endpoint({
  method: 'GET',
  path: '/api/discountcode',
  access: 'member',
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
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId',
  access: 'member',
  summary: 'Returns one of the caller’s own orders.',
  params: z.strictObject({ orderId: OrderId }),
  reply: z.object({ order: Order }),
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'member',
  summary: 'Lists the caller’s own orders, newest first.',
  query: PageQuery,
  reply: z.object({ orders: z.array(Order).max(ORDERS_PAGE_SIZE), next: z.string().nullable() }),
})
