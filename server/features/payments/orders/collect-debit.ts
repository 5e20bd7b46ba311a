import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import {
  ProviderRejection,
  type Mandate,
  type Provider,
  type RegisteredMandate,
} from '#server/features/payments/providers/provider.ts'
import { saveCheckout } from '#server/features/payments/queries.ts'
import { requestForget } from '#server/features/payments/repeat-order/stored-methods.ts'
import { nextCheck } from '#server/features/payments/rules.ts'
import { endOrder, endOrderIn } from './end-order.ts'
import { orderToCollect } from './state-queries.ts'
import { updateOrder } from './update-order.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'providers' | 'sites'>

interface DebitToCollect {
  orderId: number
  mandate: Mandate
  registered: RegisteredMandate | null
  /** Stores how the provider knows the mandate, unless another attempt has. Returns what is stored. */
  saveRegistered(registered: RegisteredMandate): Promise<RegisteredMandate>
  /** The member or the bank account may not pay by direct debit any more. */
  isBlocked: boolean
}

/**
 * Has the provider collect the direct debit of an open order, once: a repeated attempt names the same order
 * and mandate. An order that the provider rejects, or whose account is blocked meanwhile, fails.
 * @throws AppError `payments.provider_unavailable`: worth repeating
 * Source: PAY-12, DEBIT-3.
 */
export async function collectDebit(context: Deps, { orderId, isBlocked, ...debit }: DebitToCollect) {
  const { db, clock, providers } = context
  const order = await orderToCollect(db, orderId)
  if (!order) return
  const provider = providers.find(({ name }) => name === order.provider)
  if (!provider) throw new Error(`no provider for order ${order.publicId}`)
  // A provider with a page of its own for debits collects by itself.
  if (!provider.debits) return
  const { id, createdAt } = order
  const providerRef = isBlocked ? null : await collect(context, { order, debits: provider.debits, ...debit })
  if (providerRef === null) return endOrder(context, { id, cause: 'rejected' })
  const nextCheckAt = nextCheck({ since: createdAt, now: clock.now() })
  await saveCheckout(db, { id, providerRef, checkoutUrl: null, customerRef: null, nextCheckAt })
  await updateOrder(context, { provider, providerRef, cause: 'check' })
}

interface Attempt extends Omit<DebitToCollect, 'orderId' | 'isBlocked'> {
  order: NonNullable<Awaited<ReturnType<typeof orderToCollect>>>
  debits: NonNullable<Provider['debits']>
}

/** Returns the reference of the payment; null if the provider rejects the mandate or the debit. */
async function collect(
  { sites, log }: Pick<AppContext, 'sites' | 'log'>,
  { order, debits, mandate, saveRegistered, ...attempt }: Attempt,
) {
  const { publicId, siteId, amountMinor, currency, provider } = order
  const merchant = sites.byId(siteId).settings.name
  let { registered } = attempt
  try {
    if (!registered) {
      const fresh = await debits.register({ id: publicId, mandate })
      registered = fresh && (await saveRegistered(fresh))
    }
    const debit = { id: publicId, amountMinor, currency, merchant, mandate, registered }
    return (await debits.collect(debit)).providerRef
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error
    log.info({ err: error, provider }, 'payment provider rejects a direct debit')
    return null
  }
}

/** Ends the order of a direct debit that must not be collected, in the transaction of the caller (PAY-12). */
export function dropDebit(context: Pick<AppContext, 'clock'>, tx: Tx, orderId: number) {
  return endOrderIn(context, tx, { id: orderId, cause: 'expired' })
}

/** Has the provider delete what it keeps of a mandate. */
export function forgetMandate(
  context: Pick<AppContext, 'jobs' | 'clock'>,
  tx: Tx,
  mandate: RegisteredMandate & { provider: string },
) {
  return requestForget(context, tx, mandate)
}
