import { Currency } from '#contract/settings/schemas.ts'
import { PaymentMethod } from '#contract/payments/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { sql } from 'kysely'
import { z } from 'zod'

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
  /** The buyer that the stored method belongs to; null if it is not stored. */
  customer: z.string().nullable(),
  status: z.enum(States),
  chargedBackMinor: z.int(),
  /** Sum of its refunds. */
  refundedMinor: z.int(),
})
export type SandboxPayment = z.output<typeof SandboxPayment>

type NewPayment = Pick<SandboxPayment, 'ref' | 'reference' | 'merchant' | 'amountMinor' | 'currency' | 'method'> &
  Pick<SandboxPayment, 'returnPath' | 'customer' | 'status'> & { at: Date }

/** Opens a payment for an order, or finds the one already opened. Returns its reference. */
export async function openPayment(db: Queryable, { at, ...payment }: NewPayment) {
  await db
    .insertInto('sandboxPayments')
    .values({ ...payment, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const opened = await db
    .selectFrom('sandboxPayments')
    .select('ref')
    .where('reference', '=', payment.reference)
    .executeTakeFirstOrThrow()
  return opened.ref
}

/** Keeps the method of a payment for its customer, which is declined later if the tester wants it. */
export async function keepMethod(
  tx: Tx,
  { at, ...stored }: { token: string; customer: string; isDeclined: boolean; at: Date },
) {
  await tx
    .insertInto('sandboxMethods')
    .values({ ...stored, createdAt: at })
    .onConflict((conflict) => conflict.column('customer').doNothing())
    .execute()
}

/** Finds the stored method of a customer, with the payment that was made with it. */
export function sandboxMethod(db: Queryable, customer: string) {
  return db
    .selectFrom('sandboxMethods')
    .innerJoin('sandboxPayments', 'sandboxPayments.customer', 'sandboxMethods.customer')
    .select(['token', 'isDeclined', 'method'])
    .where('sandboxMethods.customer', '=', customer)
    .executeTakeFirst()
}

export async function deleteMethod(db: Queryable, { customer, token }: { customer: string; token: string }) {
  await db.deleteFrom('sandboxMethods').where('customer', '=', customer).where('token', '=', token).execute()
}

export async function findPayment(db: Queryable, ref: string): Promise<SandboxPayment | null> {
  const row = await db
    .selectFrom('sandboxPayments')
    .select(['ref', 'merchant', 'reference', 'amountMinor', 'currency', 'method', 'returnPath', 'status'])
    .select(['chargedBackMinor', 'customer'])
    .select(
      sql<number>`(
        select coalesce(sum(r.amount_minor), 0)::int from sandbox_refunds r where r.ref = sandbox_payments.ref
      )`.as('refundedMinor'),
    )
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

/** Closes the checkout of a payment that the buyer has not begun to pay. */
export async function closePayment(db: Queryable, { ref, at }: { ref: string; at: Date }) {
  await db
    .updateTable('sandboxPayments')
    .set({ status: 'cancelled', updatedAt: at })
    .where('ref', '=', ref)
    .where('status', '=', 'open')
    .execute()
}

/** Takes a completed payment back, as the buyer's bank does. Returns whether this call did it. */
export async function chargeBack(tx: Tx, { ref, at }: { ref: string; at: Date }) {
  const row = await tx
    .updateTable('sandboxPayments')
    .set(({ ref: column }) => ({ chargedBackMinor: column('amountMinor'), updatedAt: at }))
    .where('ref', '=', ref)
    .where('status', '=', 'completed')
    .where('chargedBackMinor', '=', 0)
    .returning('ref')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores a refund of a completed payment, once per id. Returns false if the payment does not have as much
 * left, or is in another currency.
 */
export async function saveRefund(
  db: Queryable,
  refund: { id: string; ref: string; amountMinor: number; currency: string; at: Date },
) {
  const { rows } = await sql<{ id: string }>`
    with payment as (
      select ref
      from sandbox_payments p
      where ref = ${refund.ref}
        and status = 'completed'
        and currency = ${refund.currency}
        and charged_back_minor = 0
        and amount_minor >= ${refund.amountMinor}::int
          + (select coalesce(sum(r.amount_minor), 0) from sandbox_refunds r where r.ref = p.ref and r.id <> ${refund.id})
      for update
    )
    insert into sandbox_refunds (id, ref, amount_minor, created_at)
    select ${refund.id}, ref, ${refund.amountMinor}::int, ${refund.at}::timestamptz
    from payment
    on conflict (id) do update set id = excluded.id
    returning id`.execute(db)
  return rows.length > 0
}
