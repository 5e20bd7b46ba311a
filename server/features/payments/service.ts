import { ORDERS_LIMIT } from '#contract/limits.ts'
import type { BundleId, PaymentMethod } from '#contract/payments.ts'
import type { Settings } from '#contract/settings.ts'
import { grantPurchase } from '#server/features/credits/service.ts'
import { countryOfVisitor } from '#server/features/settings/rules.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { orderChanged, paymentCompleted } from './events.ts'
import type { Provider, ProviderEvent } from './providers/provider.ts'
import { createSandbox } from './providers/sandbox.ts'
import * as queries from './queries.ts'
import { sendReceipt } from './receipt.ts'
import { bundlesIn, marketOf, statusAfter } from './rules.ts'
import { toOrder } from './views.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'config'>

interface Site {
  id: number
  settings: Settings
}

/** Returns the providers of this installation. The first one takes new payments. */
export function providersOf(context: Deps): Provider[] {
  return context.config.mode === 'demo' ? [createSandbox(context)] : []
}

/** Lists bundles and methods for a member's country, or for the presumed country of a visitor. */
export async function listBundles(context: Deps, { viewer, settings }: { viewer: Viewer | null; settings: Settings }) {
  const country = viewer ? await countryOf(context, viewer) : countryOfVisitor(settings)
  const { methods, vatPercent } = marketOf(country)
  const isOpen = providersOf(context).length > 0
  return { bundles: bundlesIn(country, settings), methods: isOpen ? methods : [], vatPercent }
}

/**
 * Orders a bundle and opens the provider's checkout. Repeating a client id returns the same order.
 * @throws AppError `payments.method_unknown`, `payments.bundle_unknown`, `payments.provider_unavailable`
 */
export async function createOrder(
  context: Deps,
  input: { viewer: Viewer; site: Site; clientId: string; bundle: BundleId; method: PaymentMethod },
) {
  const { db, clock } = context
  const { viewer, site, clientId, method } = input
  const [provider] = providersOf(context)
  if (!provider) throw new AppError('payments.provider_unavailable')
  const country = await countryOf(context, viewer)
  if (!marketOf(country).methods.includes(method)) throw fieldError('method', 'payments.method_unknown')
  const bundle = bundlesIn(country, site.settings).find(({ id }) => id === input.bundle)
  if (!bundle) throw new AppError('payments.bundle_unknown')

  await queries.insertOrder(db, {
    id: newId(clock),
    publicId: newPublicId(),
    userId: viewer.userId,
    siteId: site.id,
    clientId,
    bundle: bundle.id,
    credits: bundle.credits,
    amountMinor: bundle.amountMinor,
    currency: bundle.currency,
    country,
    method,
    provider: provider.name,
    at: clock.now(),
  })
  const order = await queries.orderByClientId(db, { userId: viewer.userId, clientId })
  const checkoutUrl =
    order.checkoutUrl ?? (await openCheckout(context, { provider, order, merchant: site.settings.name }))
  return { order: toOrder(order), checkoutUrl }
}

/**
 * Finds one of the member's own orders.
 * @throws AppError `payments.order_not_found`, also for an order of another member
 */
export async function findOrder({ db }: Pick<Context, 'db'>, { viewer, orderId }: { viewer: Viewer; orderId: string }) {
  const order = await queries.ownOrder(db, { userId: viewer.userId, orderId })
  if (!order) throw new AppError('payments.order_not_found')
  return toOrder(order)
}

/** Lists the member's own orders, newest first. */
export async function listOrders({ db }: Pick<Context, 'db'>, { viewer }: { viewer: Viewer }) {
  const orders = await queries.ownOrders(db, { userId: viewer.userId, limit: ORDERS_LIMIT })
  return orders.map(toOrder)
}

/**
 * Applies a provider's report on a payment, once per event. Changes the state of the order and, if that completes it,
 * grants the credits and queues the receipt, all in one transaction.
 * @throws AppError `payments.order_not_found`: the provider retries later. Its report can arrive before the reference
 * of the payment is stored.
 * Source: PAY-6, PAY-9.
 */
export async function applyEvent(
  context: Pick<AppContext, 'transaction' | 'clock' | 'mail'>,
  { provider, event: { eventId, providerRef, status: reported } }: { provider: Provider; event: ProviderEvent },
) {
  const { transaction, clock } = context
  await transaction(async (tx) => {
    const order = await queries.lockOrder(tx, { provider: provider.name, providerRef })
    if (!order) throw new AppError('payments.order_not_found')
    const at = clock.now()
    const isNew = await queries.insertEvent(tx, {
      provider: provider.name,
      eventId,
      orderId: order.id,
      status: reported,
      at,
    })
    const status = statusAfter(order.status, reported)
    if (!isNew || status === order.status) return

    const { id, publicId: orderId, userId, credits } = order
    await queries.setStatus(tx, { id, status, at })
    await emit(tx, orderChanged, { userId, orderId, status })
    if (status !== 'completed') return
    await grantPurchase({ tx, clock }, { userId, ref: orderId, amount: credits })
    await sendReceipt(context, tx, { userId, orderId })
    await emit(tx, paymentCompleted, { userId, orderId, credits })
  })
}

async function openCheckout(
  { db }: Pick<Context, 'db'>,
  {
    provider,
    order,
    merchant,
  }: { provider: Provider; order: Awaited<ReturnType<typeof queries.orderByClientId>>; merchant: string },
) {
  const { id, publicId, amountMinor, currency, method } = order
  const returnPath = `/transactions/${publicId}`
  const checkout = await provider.createCheckout({ id: publicId, amountMinor, currency, method, merchant, returnPath })
  await queries.saveCheckout(db, { id, ...checkout })
  return checkout.checkoutUrl
}

async function countryOf({ db }: Pick<Context, 'db'>, { userId }: Viewer) {
  const profile = await queries.countryOf(db, userId)
  if (!profile) throw new Error(`member ${userId} has no profile`)
  return profile.country
}
