import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Stores that Adyen is asked to open a payment, so that its webhooks are recognised. Idempotent. */
export async function insertAdyenPayment(
  db: Queryable,
  { at, ...payment }: { reference: string; amountMinor: number; currency: string; at: Date },
) {
  await db
    .insertInto('adyenPayments')
    .values({ ...payment, createdAt: at })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

export async function saveLink(db: Queryable, { reference, linkId }: { reference: string; linkId: string }) {
  await db.updateTable('adyenPayments').set({ linkId }).where('reference', '=', reference).execute()
}

export function findAdyenPayment(db: Queryable, reference: string) {
  return db
    .selectFrom('adyenPayments')
    .select(['linkId', 'amountMinor', 'currency'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

export interface AdyenEvent {
  reference: string
  /** The refund of the site that it reports; null for anything else. */
  refundId: string | null
  eventCode: string
  pspReference: string
  originalReference: string | null
  isSuccess: boolean
  amountMinor: number
  currency: string
  /** Why a bank has taken a payment back, in the code of its scheme; null if Adyen names none. */
  reasonCode: string | null
  /** When it happened at Adyen; null if Adyen does not say. */
  happenedAt: Date | null
  at: Date
}

/** Stores what Adyen has reported, once. */
export async function insertAdyenEvent(
  db: Queryable,
  { eventCode, pspReference, originalReference, isSuccess, amountMinor, currency, ...rest }: AdyenEvent,
) {
  const { reference, refundId, reasonCode, happenedAt, at: receivedAt } = rest
  const names = { reference, refundId, eventCode, pspReference, originalReference }
  await db
    .insertInto('adyenEvents')
    .values({ ...names, isSuccess, amountMinor, currency, reasonCode, happenedAt, receivedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists what Adyen has reported of a payment, in the order in which it happened: it comes in any other. */
export function eventsOf(db: Queryable, reference: string) {
  return db
    .selectFrom('adyenEvents')
    .select(['eventCode', 'pspReference', 'originalReference', 'refundId', 'isSuccess', 'amountMinor', 'currency'])
    .select('reasonCode')
    .where('reference', '=', reference)
    .orderBy((eb) => eb.fn.coalesce('happenedAt', 'receivedAt'))
    .orderBy('receivedAt')
    .execute()
}
