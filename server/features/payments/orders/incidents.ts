import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { Incident } from '#server/features/payments/rules.ts'
import { insertIncident, type LockedOrder } from './state-queries.ts'

/**
 * Stores and logs what an operator has to look at, once for each payment and kind; of a kind with `subjects`,
 * such as the refunds that have failed, once for each of them. Source: PAY-18.
 */
export async function reportIncident(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  tx: Tx,
  { order, kind, subjects = [] }: { order: Named; kind: Incident; subjects?: string[] },
) {
  const { id: orderId, publicId, provider, providerRef } = order
  const payment = { provider, providerRef: providerRef ?? '', orderId }
  const incident = { id: newId(clock), ...payment, kind, subjects, at: clock.now() }
  const isNew = await insertIncident(tx, incident)
  if (isNew) log.error({ incident: kind, orderId: publicId, provider }, 'payment needs an operator')
}

type Named = Pick<LockedOrder, 'id' | 'publicId' | 'provider' | 'providerRef'>
