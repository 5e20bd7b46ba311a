import { z } from 'zod'
import type { CurrencyCode } from '#contract/countries.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { endOrder } from './end-order.ts'
import { ProviderRejection, type Provider } from '#server/features/payments/providers/provider.ts'
import { saveCheckout } from '#server/features/payments/queries.ts'
import { isChargeLate, nextCheck } from '#server/features/payments/rules.ts'
import { orderToCharge } from '#server/features/payments/repeat-order/stored-queries.ts'
import { updateOrder } from './update-order.ts'

/** Charges the stored method for an order, with retries until the provider has accepted or rejected it. */
export const chargeJob = defineJob('payments.charge', z.object({ orderId: z.int() }))

/**
 * Has the provider charge the stored method for an order, once: an attempt that is repeated names the same
 * order. An order whose method is gone, or for which it is too late, fails. Source: PAY-13.
 */
export async function chargeOrder(
  context: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'providers' | 'sites'>,
  orderId: number,
) {
  const { db, clock, providers } = context
  const order = await orderToCharge(db, orderId)
  if (!order) return
  const provider = providers.find(({ name }) => name === order.provider)
  if (!provider) throw new Error(`no provider for order ${order.publicId}`)
  let { providerRef } = order
  if (providerRef === null) {
    const { id, createdAt } = order
    providerRef = isChargeLate({ createdAt, now: clock.now() }) ? null : await charge(context, { order, provider })
    if (providerRef === null) return endOrder(context, { id, cause: 'rejected' })
    const nextCheckAt = nextCheck({ since: createdAt, now: clock.now() })
    await saveCheckout(db, { id, providerRef, checkoutUrl: null, customerRef: null, nextCheckAt })
  }
  await updateOrder(context, { provider, providerRef, cause: 'check' })
}

type ChargedOrder = NonNullable<Awaited<ReturnType<typeof orderToCharge>>>

/** Returns the reference of the payment; null if the method is gone or the provider rejects it. */
async function charge(
  { sites, log }: Pick<AppContext, 'sites' | 'log'>,
  { order, provider }: { order: ChargedOrder; provider: Provider },
) {
  const { publicId, siteId, customerRef, token, amountMinor } = order
  if (customerRef === null || token === null) return null
  // Both columns only hold values of the contract's types.
  const [currency, method] = [order.currency as CurrencyCode, order.method as PaymentMethod]
  const merchant = sites.byId(siteId).settings.name
  try {
    const money = { id: publicId, amountMinor, currency, method }
    const { providerRef } = await provider.charge({ ...money, merchant, customerRef, token })
    return providerRef
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error
    log.info({ err: error, provider: provider.name }, 'payment provider rejects a stored method')
    return null
  }
}
