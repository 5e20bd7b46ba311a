import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { nextCheck } from './rules.ts'
import { ordersToCheck, setNextCheck } from './state-queries.ts'
import { updateOrder } from './update-order.ts'

/** Asks the providers for open payments, in case a webhook was lost. */
export const checkOrders = defineJob('payments.check_orders', z.object({}))

/** Orders checked in one run, which is every minute. */
const BATCH = 100

/**
 * Asks for every payment that is due, with growing pauses (PAY-17). A provider that does not answer is not asked again in
 * this run; its orders stay due.
 */
export async function checkDueOrders(
  context: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'providers' | 'sites'>,
  signal: AbortSignal,
) {
  const { db, clock, log, providers } = context
  const down = new Set<string>()
  for (const { id, provider: name, providerRef, createdAt } of await ordersToCheck(db, {
    now: clock.now(),
    limit: BATCH,
  })) {
    signal.throwIfAborted()
    const provider = providers.find((each) => each.name === name)
    if (!provider || down.has(name)) continue
    try {
      await updateOrder(context, { provider, providerRef: providerRef ?? '', cause: 'check' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'payments.provider_unavailable') {
        down.add(name)
        log.warn({ err: error, provider: name }, 'payment provider does not answer')
        continue
      }
      log.warn({ err: error, provider: name }, 'payment provider does not know a payment')
    }
    await setNextCheck(db, { id, at: nextCheck({ createdAt, now: clock.now() }) })
  }
}
