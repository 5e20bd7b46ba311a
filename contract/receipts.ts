import { z } from 'zod'

/** `receipt`: of a completed payment. `credit_note`: of money that went back. */
export const receiptKinds = ['receipt', 'credit_note'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** A receipt of an order that its buyer can download. */
export const Receipt = z.object({
  kind: z.enum(receiptKinds),
  /** From a series without gaps: `R-2026-000123`. */
  number: z.string(),
})
export type Receipt = z.output<typeof Receipt>

/** Returns the address of the PDF. */
export function receiptUrl({ orderId, kind }: { orderId: string; kind: ReceiptKind }) {
  return `/transactions/${orderId}/${kind === 'receipt' ? 'receipt' : 'credit-note'}.pdf`
}
