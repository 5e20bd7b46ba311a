import { z } from 'zod'
import { OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineJob, MINUTE_RUN_MS } from '#server/platform/jobs/jobs.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'
import { endOrder } from './end-order.ts'
import type { Provider } from '#server/features/payments/providers/provider.ts'
import { nextCheck } from '#server/features/payments/rules.ts'
import { ordersToCheck, ordersToEnd, setNextCheck, stopChecks } from './check-queries.ts'
import { updateOrder } from './update-order.ts'

/** Asks the providers for open payments, in case a webhook was lost. */
export const checkOrders = defineJob('payments.check_orders', z.object({}))

/** Orders of a provider that are checked, and orders that are ended, in one run, which is every minute. */
const BATCH = 100
/** Failures in a row after which a provider is not asked again in a run. */
const FAILURES = 3
type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'providers' | 'sites'>

/** Asks for every due payment, with growing pauses, and ends orders for which none is expected (PAY-17). */
export async function checkDueOrders(context: Deps, signal: AbortSignal) {
  const { db, clock, providers } = context
  const now = clock.now()
  const until = new Date(now.getTime() + MINUTE_RUN_MS)
  const due = { now, expectedSince: new Date(now.getTime() - OPEN_ORDER_DAYS * DAY), limit: BATCH }
  for (const { isStored, ...order } of await ordersToEnd(db, due)) {
    signal.throwIfAborted()
    await endOrder(context, { ...order, cause: isStored ? 'rejected' : 'expired' })
  }
  await stopChecks(db, due)
  // Beside each other: one that answers slowly must not use up the time of the others.
  await Promise.all(
    providers.map(async (provider) => {
      const orders = await ordersToCheck(db, { provider: provider.name, ...due })
      await checkOrdersOf(context, { provider, orders, until, signal })
    }),
  )
}

/**
 * Asks a provider for payments. A silent one is not asked again in this run. An order that could not be asked
 * for, or whose answer could not be stored, is postponed, so that it never blocks the others.
 */
async function checkOrdersOf(
  context: Deps,
  input: { provider: Provider; orders: Awaited<ReturnType<typeof ordersToCheck>>; until: Date; signal: AbortSignal },
) {
  const { db, clock, log } = context
  const { provider, orders, until, signal } = input
  let failures = 0
  for (const { id, publicId, providerRef, expectedFrom } of orders) {
    signal.throwIfAborted()
    if (clock.now() >= until) return
    try {
      await updateOrder(context, { provider, providerRef, cause: 'check' })
      failures = 0
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const isDown = error instanceof AppError && error.code === 'payments.provider_unavailable'
      failures = isDown ? failures + 1 : 0
      const details = { err: error, orderId: publicId, provider: provider.name }
      if (isDown) log.warn(details, 'payment provider does not answer')
      else if (error instanceof AppError) log.warn(details, 'payment provider does not know a payment')
      else log.error(details, 'what a payment provider reports could not be stored')
    }
    await setNextCheck(db, { id, at: nextCheck({ since: expectedFrom, now: clock.now() }) })
    if (failures === FAILURES) return
  }
}
