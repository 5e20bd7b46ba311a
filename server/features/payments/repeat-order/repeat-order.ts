import type { BundleId } from '#contract/payments/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Site } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { chargeJob } from '#server/features/payments/orders/charge.ts'
import { closeOpenOrdersUsingCode } from '#server/features/payments/orders/close-open-orders.ts'
import { newOrder, placeOrder } from '#server/features/payments/orders/place-order.ts'
import { orderByClientId } from '#server/features/payments/queries.ts'
import { bundlesIn, marketOf, unopenedUntil } from '#server/features/payments/rules.ts'
import { premiumStartOf, priceCountryOf, withDiscount } from '#server/features/payments/service.ts'
import { lastBundle, storedOf } from './stored-queries.ts'
import { toOrder } from '#server/features/payments/views.ts'

/** Finds what a member bought last, at its price of today, and the stored method. Source: PAY-13. */
export async function findRepeatOrder(
  context: Pick<AppContext, 'db' | 'clock' | 'providers'>,
  { viewer, settings }: { viewer: Viewer; settings: Settings },
) {
  const { db } = context
  const { country, formerPrices } = await priceCountryOf(context, viewer)
  const last = await lastBundle(db, viewer.userId)
  const bundle = bundlesIn(country, settings).find(({ id }) => id === last?.bundle) ?? null
  const stored = await usableStored(context, viewer)
  return {
    bundle,
    stored: stored && { id: stored.id, method: stored.method, label: stored.label },
    premiumStart: await premiumStartOf(context, viewer),
    formerPrices,
    ...marketOf(country),
  }
}

/**
 * Buys a bundle with the stored method, which a job charges. Repeating a client id returns the same order,
 * and while such an order is open, every other one returns it: two tabs are one payment.
 * @throws AppError `payments.no_stored_method`, `payments.method_changed`, `payments.bundle_unknown`,
 * `payments.price_changed`, `payments.spending_limit`, `authentication_required`, or those of `withDiscount`
 * Source: PAY-11, PAY-13.
 */
export async function repeatOrder(
  context: Pick<AppContext, 'db' | 'clock' | 'transaction' | 'jobs' | 'log' | 'mail' | 'sites' | 'providers'>,
  input: {
    viewer: Viewer
    site: Site
    clientId: string
    bundle: BundleId
    /** What the member was shown. */
    storedMethod: string
    amountMinor: number
    code: string | null
  },
) {
  const { db, clock, jobs } = context
  const { viewer, site, clientId, code } = input
  const { userId } = viewer
  const stored = await usableStored(context, viewer)
  if (!stored) throw new AppError('payments.no_stored_method')
  if (stored.id !== input.storedMethod) throw new AppError('payments.method_changed')
  const { country } = await priceCountryOf(context, viewer)
  const bundle = bundlesIn(country, site.settings).find(({ id }) => id === input.bundle)
  if (!bundle) throw new AppError('payments.bundle_unknown')
  const at = clock.now()
  const { method, id: storedMethodId, provider } = stored
  const from = { country, paymentCountry: country, method, isStored: true, storedMethodId, provider }
  const payment = { ...from, clientId, at, openUntil: unopenedUntil(at) }
  if (code !== null) await closeOpenOrdersUsingCode(context, { userId, code, clientId })
  const placed = await placeOrder(context, {
    order: newOrder(context, { viewer, site, bundle, payment }),
    site,
    async reprice(tx, full) {
      const priced = code === null ? full : await withDiscount(context, tx, { order: full, bundle, site, code })
      if (priced.amountMinor !== input.amountMinor) throw new AppError('payments.price_changed')
      return priced
    },
    onInsert: async (tx, { id: orderId }) => {
      await jobs.enqueue(tx, chargeJob, { orderId })
    },
  })
  return toOrder(await orderByClientId(db, { userId, clientId: placed }))
}

/** Finds the stored method of a member, if its provider takes payments. */
async function usableStored({ db, providers }: Pick<AppContext, 'db' | 'providers'>, { userId }: Viewer) {
  const stored = await storedOf(db, userId)
  const isUsable = providers.some(({ name, stores }) => name === stored?.provider && stores(stored.method))
  return stored && isUsable ? stored : null
}
