import { releaseDiscount } from '#server/features/credits/discounts.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { orderChanged } from './events.ts'
import { changes } from './rules.ts'
import { lockOrderById, setStatus } from './state-queries.ts'

/** Ends an open order whose payment the provider has rejected. A payment that it reports later all the same counts. */
export async function failOrder({ transaction, clock }: Pick<AppContext, 'transaction' | 'clock'>, id: number) {
  await transaction(async (tx) => {
    const order = await lockOrderById(tx, id)
    if (!changes(order.status, 'failed', 'rejected')) return
    await setStatus(tx, { order, to: 'failed', cause: 'rejected', at: clock.now() })
    if (order.discountCode !== null) await releaseDiscount(tx, { orderId: id })
    await emit(tx, orderChanged, { userId: order.userId, orderId: order.publicId, status: 'failed' })
  })
}
