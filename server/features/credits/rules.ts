/** Causes of a ledger entry. `ref` tells which one of them: the same cause never counts twice. */
export type EntryKind = 'signup' | 'purchase' | 'message' | 'demo'

export interface Entry {
  userId: number
  kind: EntryKind
  /** Names the cause among those of its kind: an order, a message of a conversation. */
  ref: string
}

/** What a grant or a spend asks for, in whole credits. */
export function assertWholeCredits(amount: number) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not a number of credits: ${amount}`)
}
