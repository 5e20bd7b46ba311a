import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { lockBuyer, lockOrdersOf } from '#server/features/payments/queries.ts'
import {
  deleteMethodToForget,
  deleteMethodToStore,
  deleteStored,
  insertMethodToForget,
  insertMethodToStore,
  methodOf,
  orderOfMethod,
  replaceStored,
  storedOf,
  type MethodToForget,
} from './stored-queries.ts'

const Forgettable = z.object({ provider: z.string(), customerRef: z.string(), token: z.string() })

/** Stores the method of a paid order, with retries until the provider has it. */
export const keepMethodJob = defineJob('payments.keep_method', z.object({ orderId: z.int() }))
/** Has the provider forget a method, with retries until it has done so. */
export const forgetMethodJob = defineJob('payments.forget_method', Forgettable)

/** Requests that the method of a paid order is stored, in the transaction that completes the order. */
export async function requestStore({ jobs, clock }: Pick<AppContext, 'jobs' | 'clock'>, tx: Tx, orderId: number) {
  await insertMethodToStore(tx, { orderId, at: clock.now() })
  await jobs.enqueue(tx, keepMethodJob, { orderId })
}

/**
 * Stores the method that the provider keeps since a payment to which the member has consented, once. That of
 * an earlier order is forgotten, and one of an account that is gone. Source: PAY-13.
 */
export async function keepMethod(
  context: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'jobs' | 'providers'>,
  orderId: number,
) {
  const { db, transaction, clock, jobs, providers } = context
  const order = await methodOf(db, orderId)
  const provider = providers.find(({ name }) => name === order?.provider)
  if (!order?.customerRef || !provider) throw new Error(`no provider keeps a method of order ${orderId}`)
  const { userId, customerRef, method } = order
  const stored = await provider.findStored(customerRef)
  if (!stored) throw new Error(`${provider.name} has no method of order ${orderId} yet`)
  await transaction(async (tx) => {
    const forget = () =>
      requestForget({ jobs, clock }, tx, { provider: provider.name, customerRef, token: stored.token })
    if (!(await lockBuyer(tx, userId))) {
      await deleteMethodToStore(tx, orderId)
      return forget()
    }
    // Methods of one member are stored one after the other, so each finds the one that it replaces.
    await lockOrdersOf(tx, userId)
    // The job ran before; the member may have removed the method since.
    if (!(await deleteMethodToStore(tx, orderId))) return
    const other = await storedOf(tx, userId)
    const isLater = other !== undefined && ((await orderOfMethod(tx, other))?.id ?? 0) > orderId
    if (isLater) return forget()
    await removeStored({ jobs, clock }, tx, userId)
    const row = { id: newPublicId(), userId, provider: provider.name, customerRef, method, ...stored }
    await replaceStored(tx, { ...row, at: clock.now() })
  })
}

/** Removes the stored method of a member here, and has the provider forget it. */
export async function removeStored(context: Pick<AppContext, 'jobs' | 'clock'>, tx: Tx, userId: number) {
  const removed = await deleteStored(tx, userId)
  if (removed) await requestForget(context, tx, removed)
}

/** Has the provider forget a method, or a mandate. */
export async function requestForget(
  { jobs, clock }: Pick<AppContext, 'jobs' | 'clock'>,
  tx: Tx,
  method: MethodToForget,
) {
  await insertMethodToForget(tx, { ...method, at: clock.now() })
  await jobs.enqueue(tx, forgetMethodJob, method)
}

export async function forgetMethod(
  { db, providers }: Pick<AppContext, 'db' | 'providers'>,
  { provider: name, ...stored }: MethodToForget,
) {
  const provider = providers.find((each) => each.name === name)
  if (!provider) throw new Error(`no provider ${name} that could forget a method`)
  await provider.deletePaymentMethod(stored)
  await deleteMethodToForget(db, { provider: name, ...stored })
}
