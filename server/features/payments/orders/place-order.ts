import type { Bundle } from '#contract/payments/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { fixMessagePrice, type Site } from '#server/features/settings/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { earlierOrder, insertOrder, lockBuyer, lockOrdersOf, type NewOrder } from '#server/features/payments/queries.ts'
import { assertWithinLimit } from '#server/features/payments/spending-limit/spending-limit.ts'

type Payment = Pick<
  NewOrder,
  'clientId' | 'country' | 'paymentCountry' | 'method' | 'isStored' | 'storedMethodId' | 'provider' | 'at' | 'openUntil'
>

/** Returns an order of a bundle at its full price, to be placed. */
export function newOrder(
  { clock }: Pick<AppContext, 'clock'>,
  { viewer, site, bundle, payment }: { viewer: Viewer; site: Site; bundle: Bundle; payment: Payment },
): NewOrder {
  const { id, credits, amountMinor, currency } = bundle
  return {
    ...payment,
    id: newId(clock),
    publicId: newPublicId(),
    userId: viewer.userId,
    siteId: site.id,
    bundle: id,
    credits,
    amountMinor,
    currency,
    discountCode: null,
    discountPercent: null,
    fullAmountMinor: null,
  }
}

interface Placement {
  order: NewOrder
  site: Site
  /** Lowers the price before the order is stored. */
  reprice?: ((tx: Tx, order: NewOrder) => Promise<NewOrder>) | undefined
  /** Runs after the order is stored, and can reject it. */
  onInsert?: ((tx: Tx, order: NewOrder) => Promise<void>) | undefined
}

/**
 * Stores an order, once: every way to buy goes through here. Returns the client id of the order that stands,
 * which is an earlier one where this is sent again, or at the same time.
 * @throws AppError `payments.spending_limit`, `authentication_required` (the account was removed meanwhile)
 * Source: PAY-6, PAY-27.
 */
export function placeOrder(
  context: Pick<AppContext, 'transaction' | 'clock' | 'log'>,
  { order, site, reprice, onInsert }: Placement,
) {
  const { userId } = order
  return context.transaction(async (tx) => {
    // The nightly job removes unconfirmed accounts without an order, and may be running.
    if (!(await lockBuyer(tx, userId))) throw new AppError('authentication_required')
    await fixMessagePrice(context, tx, site.settings)
    // Orders of one member wait here for each other, so an earlier one is found, and limits see it.
    await lockOrdersOf(tx, userId)
    const earlier = await earlierOrder(tx, order)
    if (earlier !== undefined) return earlier
    const priced = reprice ? await reprice(tx, order) : order
    await assertWithinLimit(context, tx, priced)
    await insertOrder(tx, priced)
    await onInsert?.(tx, priced)
    return order.clientId
  })
}
