/** Of money that went back: that the site returned, or that the buyer's bank took back. */
export const creditNoteKinds = ['credit_note', 'chargeback_note'] as const
export type CreditNoteKind = (typeof creditNoteKinds)[number]

/** `receipt`: of a completed payment. */
export const receiptKinds = ['receipt', ...creditNoteKinds] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Returns the address of the PDF. */
export function receiptUrl({ orderId, kind }: { orderId: string; kind: ReceiptKind }) {
  return `/transactions/${orderId}/${kind.replace('_', '-')}.pdf`
}
