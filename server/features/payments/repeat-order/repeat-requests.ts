import { z } from 'zod'
import { OPEN_ORDER_DAYS, REPORT_STUCK_MS } from '#contract/limits.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { reportIncident } from '#server/features/payments/orders/incidents.ts'
import { requestedRefunds } from '#server/features/payments/refunds/refund-queries.ts'
import { executeRefund } from '#server/features/payments/refunds/refunds.ts'
import type { Incident } from '#server/features/payments/rules.ts'
import { lockOrderById } from '#server/features/payments/orders/state-queries.ts'
import { forgetMethod, keepMethod } from './stored-methods.ts'
import { deleteMethodToStore, methodsToForget, methodsToStore, orderOfMethod } from './stored-queries.ts'

/** Repeats hourly what providers have not done yet: the queue gives a job up after some days. */
export const repeatRequests = defineJob('payments.repeat_requests', z.object({}))

/** The job of a request has tried it this long. */
const WAIT_MS = HOUR

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'log' | 'mail' | 'jobs' | 'providers'>

/**
 * Asks providers again for every refund without an answer, every method to store, and every stored method to
 * delete. What still fails `REPORT_STUCK_MS` after its request is reported. A method that the provider has
 * not reported within `OPEN_ORDER_DAYS` does not exist. Source: PAY-10, PAY-13, PAY-18.
 */
export async function repeatStuckRequests(context: Deps, signal: AbortSignal) {
  const { db, clock } = context
  const before = new Date(clock.now().getTime() - WAIT_MS)
  for (const { id, orderId, requestedAt } of await requestedRefunds(db, { before })) {
    signal.throwIfAborted()
    await attempt(context, { orderId, requestedAt, kind: 'refund_stuck', subject: `${id}` }, () =>
      executeRefund(context, id),
    )
  }
  const tooOld = clock.now().getTime() - OPEN_ORDER_DAYS * DAY
  for (const { orderId, requestedAt } of await methodsToStore(db, { before })) {
    signal.throwIfAborted()
    await attempt(context, { orderId, requestedAt, kind: 'method_stuck', subject: 'store' }, () =>
      keepMethod(context, orderId),
    )
    if (requestedAt.getTime() <= tooOld) await deleteMethodToStore(db, orderId)
  }
  for (const { requestedAt, ...method } of await methodsToForget(db, { before })) {
    signal.throwIfAborted()
    const orderId = (await orderOfMethod(db, method))?.id
    await attempt(context, { orderId, requestedAt, kind: 'method_stuck', subject: 'forget' }, () =>
      forgetMethod(context, method),
    )
  }
}

interface Request {
  orderId: number | undefined
  requestedAt: Date
  kind: Incident
  /** Which refund, or what was requested about the method. */
  subject: string
}

async function attempt(context: Deps, { orderId, requestedAt, kind, subject }: Request, run: () => Promise<void>) {
  const { transaction, clock, log } = context
  try {
    await run()
  } catch (error) {
    log.warn({ err: error }, 'payment provider has not executed a request yet')
    const isStuck = clock.now().getTime() - requestedAt.getTime() >= REPORT_STUCK_MS
    if (!isStuck || orderId === undefined) return
    await transaction(async (tx) => {
      await reportIncident(context, tx, { order: await lockOrderById(tx, orderId), kind, subjects: [subject] })
    })
  }
}
