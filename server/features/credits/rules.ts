import type { Settings } from '#contract/settings.ts'

/** Kinds of ledger entries. `kind` and `ref` together identify the cause; one cause has one entry (CRED-2). */
export type EntryKind = 'signup' | 'purchase' | 'message' | 'demo'

export interface Entry {
  userId: number
  kind: EntryKind
  /** Identifies the cause within its kind, such as an order or a message of a conversation. */
  ref: string
}

/** Returns the price of one text message on a site, in credits. Source: CHAT-5. */
export function messagePrice({ message_credits: credits }: Pick<Settings, 'message_credits'>) {
  return credits
}

/** @throws RangeError if the amount of a grant or a spend is not a positive whole number */
export function assertWholeCredits(amount: number) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not a number of credits: ${amount}`)
}
