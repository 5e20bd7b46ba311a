/** Of money that went back: that the site returned, or that the buyer's bank took back. */
export const creditNoteKinds = ['credit_note', 'chargeback_note'] as const
export type CreditNoteKind = (typeof creditNoteKinds)[number]

/** `receipt`: of a completed payment. */
export const receiptKinds = ['receipt', ...creditNoteKinds] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Returns the address of the PDF; an order can have several credit notes, which their numbers tell apart. */
export function receiptUrl({ orderId, kind, number }: { orderId: string; kind: ReceiptKind; number?: string }) {
  const path = `/transactions/${orderId}/${kind.replace('_', '-')}.pdf`
  return number === undefined ? path : `${path}?number=${number}`
}
