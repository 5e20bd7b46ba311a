import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { Incident } from '#server/features/payments/rules.ts'
import { insertIncident, type LockedOrder } from './state-queries.ts'

/** Stores and logs what an operator has to look at, once for each payment and kind. Source: PAY-18. */
export async function reportIncident(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  tx: Tx,
  { order: { id: orderId, publicId, provider, providerRef }, kind }: { order: Named; kind: Incident },
) {
  const incident = { id: newId(clock), provider, providerRef: providerRef ?? '', orderId, kind, at: clock.now() }
  const isNew = await insertIncident(tx, incident)
  if (isNew) log.error({ incident: kind, orderId: publicId, provider }, 'payment needs an operator')
}

type Named = Pick<LockedOrder, 'id' | 'publicId' | 'provider' | 'providerRef'>
