import { randomUUID } from 'node:crypto'
import { insertOrder } from '#server/features/payments/queries.ts'
import { insertIncident, lockOrder, setStatus } from '#server/features/payments/orders/state-queries.ts'
import { grantPurchase } from '#server/features/credits/service.ts'
import type { AppContext } from '#server/context.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Member } from './builders.ts'

/**
 * Builds a paid order of 60 credits for 34.99 euros, with an open incident, in the books of the sandbox.
 * Returns its id.
 */
export async function buildPaidOrder(context: AppContext, { userId }: Pick<Member, 'userId'>) {
  const { clock, transaction, sites } = context
  const [at, publicId] = [clock.now(), newPublicId()]
  await transaction(async (tx) => {
    await insertOrder(tx, {
      id: newId(clock),
      publicId,
      userId,
      siteId: sites.of('localhost').id,
      clientId: randomUUID(),
      bundle: 'p1',
      credits: 60,
      amountMinor: 3499,
      currency: 'EUR',
      country: 'NL',
      paymentCountry: 'NL',
      method: 'ideal',
      isStored: false,
      storedMethodId: null,
      provider: 'sandbox',
      discountCode: null,
      discountPercent: null,
      fullAmountMinor: null,
      at,
      openUntil: at,
    })
    await tx
      .updateTable('orders')
      .set({ providerRef: `tr_${publicId}` })
      .where('publicId', '=', publicId)
      .execute()
    await tx
      .insertInto('sandboxPayments')
      .values({
        ref: `tr_${publicId}`,
        reference: publicId,
        amountMinor: 3499,
        currency: 'EUR',
        status: 'completed',
        method: 'ideal',
        merchant: 'Rendezvous',
        returnPath: '/',
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    const order = await lockOrder(tx, publicId)
    if (!order) throw new Error('the order is not there')
    await setStatus(tx, { order, to: 'completed', cause: 'webhook', at })
    await grantPurchase({ tx, clock }, { userId, ref: publicId, amount: 60 })
    const incident = { id: newId(clock), provider: 'sandbox', providerRef: `tr_${publicId}`, orderId: order.id }
    await insertIncident(tx, { ...incident, kind: 'mismatch', subjects: [], at })
  })
  return publicId
}
