/** What an operator has to look at: see `Incident` of the payments. */
export const incidentKinds = [
  'mismatch',
  'buyer_gone',
  'chargeback',
  'chargeback_reversed',
  'refund_failed',
  'refunded_elsewhere',
  'refund_stuck',
  'method_stuck',
] as const
export type IncidentKind = (typeof incidentKinds)[number]
