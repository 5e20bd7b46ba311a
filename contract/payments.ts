import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, OrderId } from './ids.ts'
import { ORDERS_PAGE_SIZE } from './limits.ts'
import { PageQuery } from './pages.ts'
import { Currency } from './settings.ts'

export const bundleIds = ['p0', 'p1', 'p2', 'p3'] as const
export const BundleId = z.enum(bundleIds)
export type BundleId = z.output<typeof BundleId>

/** Names of the payment methods on the wire. */
export const paymentMethods = [
  'sdd',
  'prezelewy24',
  'blik',
  'sct',
  'giropay',
  'mastercard',
  'visa',
  'creditcard',
  'dankort',
  'mobilepay',
  'swish',
  'twint',
  'satispay',
  'vipps',
  'cartebancaire',
  'nexi',
  'ideal',
  'bancontact',
  'applepay',
  'paysafecard',
  'maestro',
  'paypal',
  'sofort',
  'eps',
] as const
export const PaymentMethod = z.enum(paymentMethods)
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

export const getBundles = endpoint({
  method: 'GET',
  path: '/api/bundles',
  access: 'anyone',
  summary: 'Lists bundles and payment methods for the caller’s country.',
  reply: z.object({
    bundles: z.array(Bundle).max(bundleIds.length),
    methods: z.array(PaymentMethod).max(paymentMethods.length),
    vatPercent: z.number(),
  }),
})

export const orderStates = ['pending', 'completed', 'failed', 'cancelled'] as const
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
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
})
export type Order = z.output<typeof Order>

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'member',
  summary: 'Orders a bundle and opens the provider’s checkout. Repeating a `clientId` returns the same order.',
  body: z.strictObject({ clientId: ClientId, bundle: BundleId, method: PaymentMethod }),
  reply: z.object({ order: Order, checkoutUrl: z.string() }),
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
