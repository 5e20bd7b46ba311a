import { Currency } from '#contract/settings.ts'
import { PaymentMethod } from '#contract/payments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { z } from 'zod'
import type { CheckoutOrder } from './provider.ts'

const States = ['open', 'pending', 'completed', 'failed', 'cancelled'] as const

/** A payment in the sandbox's own table. */
export const SandboxPayment = z.object({
  ref: z.string(),
  merchant: z.string(),
  reference: z.string(),
  amountMinor: z.int(),
  currency: Currency,
  method: PaymentMethod,
  returnPath: z.string(),
  status: z.enum(States),
})
export type SandboxPayment = z.output<typeof SandboxPayment>

/** Opens a payment for an order, or finds the one already opened. Returns its reference. */
export async function openPayment(
  db: Queryable,
  {
    ref,
    at,
    id: reference,
    merchant,
    amountMinor,
    currency,
    method,
    returnPath,
  }: CheckoutOrder & { ref: string; at: Date },
) {
  await db
    .insertInto('sandboxPayments')
    .values({ ref, reference, merchant, amountMinor, currency, method, returnPath, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const payment = await db
    .selectFrom('sandboxPayments')
    .select('ref')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return payment.ref
}

export async function findPayment(db: Queryable, ref: string): Promise<SandboxPayment | null> {
  const row = await db
    .selectFrom('sandboxPayments')
    .select(['ref', 'merchant', 'reference', 'amountMinor', 'currency', 'method', 'returnPath', 'status'])
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row ? SandboxPayment.parse(row) : null
}

/** Changes the state of an unsettled payment. Returns whether this call changed it. */
export async function settlePayment(
  tx: Tx,
  { ref, status, at }: { ref: string; status: Exclude<SandboxPayment['status'], 'open'>; at: Date },
) {
  const row = await tx
    .updateTable('sandboxPayments')
    .set({ status, updatedAt: at })
    .where('ref', '=', ref)
    .where('status', 'in', ['open', 'pending'])
    .where('status', '<>', status)
    .returning('ref')
    .executeTakeFirst()
  return row !== undefined
}
