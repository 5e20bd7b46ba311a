/**
 * ISO 20022 codes with which a bank returns a direct debit for lack of money. Banks of countries that do not
 * name this reason use MS03, which says nothing; it counts as a decision of the account holder.
 */
const UNCOVERED = new Set(['AM04', 'AM06'])

/** Returns whether a direct debit came back only because the account had too little money (DEBIT-3). */
export function isUncovered(reasonCode: string | null | undefined) {
  return reasonCode !== null && reasonCode !== undefined && UNCOVERED.has(reasonCode)
}
