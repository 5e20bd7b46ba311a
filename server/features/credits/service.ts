import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { creditsChanged } from './events.ts'
import {
  appendEntry,
  clearPremium,
  creditsUntilPremium,
  entryAmount,
  hasEntry,
  ledgerLines,
  lockBalance,
  postponePremium,
  setPremium,
} from './queries.ts'
import { assertWholeCredits, creditsBefore, lotsOf, orderOf, untilPremium, type Entry } from './rules.ts'

export { lockBalance }

type Deps = Pick<Context, 'clock'> & { tx: Tx }
type CreditChange = Entry & { amount: number }

/**
 * Adds credits to a balance. Repeating a cause (`kind` and `ref`) changes nothing.
 * Returns the balance, and in `isNew` whether this call changed it.
 */
export async function grant(deps: Deps, change: CreditChange) {
  const { credits, isNew, isPremium } = await changeBalance(deps, change, change.amount)
  if (isNew) await emit(deps.tx, creditsChanged, { userId: change.userId, credits, isPremium })
  return { credits, isNew }
}

/**
 * Debits credits from a balance. Repeating a cause (`kind` and `ref`) changes nothing.
 * Returns the balance, and in `isNew` whether this call changed it.
 * @throws AppError `credits.insufficient`
 */
export async function spend(deps: Deps, change: CreditChange) {
  const { credits, isNew, isPremium } = await changeBalance(deps, change, -change.amount)
  if (isNew) await emit(deps.tx, creditsChanged, { userId: change.userId, credits, isPremium })
  else if (!(await hasEntry(deps.tx, change))) throw new AppError('credits.insufficient')
  return { credits, isNew }
}

/**
 * Grants the credits of a completed purchase once, and starts premium with the first purchase: at once, or
 * with its first spent credit. Older credits are spent before it.
 * Source: CRED-4, CRED-10.
 */
export async function grantPurchase(
  deps: Deps,
  { ref, startsPremium = true, ...change }: Omit<CreditChange, 'kind'> & { startsPremium?: boolean },
) {
  const entry = await changeBalance(deps, { ...change, kind: 'purchase', ref }, change.amount)
  const { credits, isNew } = entry
  const { userId, amount } = change
  if (isNew) {
    if (startsPremium) await startPremium(deps, change)
    else await postponePremium(deps.tx, { userId, credits: credits - amount + 1 })
    await emit(deps.tx, creditsChanged, { userId, credits, isPremium: startsPremium || entry.isPremium })
  }
  return { credits, isNew }
}

/** Starts premium without a purchase, for demo members. */
export async function startPremium({ tx, clock }: Deps, { userId }: { userId: number }) {
  await setPremium(tx, { userId, at: clock.now() })
}

/**
 * Returns how many credits of each purchase are unspent, by its `ref`. With `tx` instead of `db` the balance
 * is locked: the answer holds until the transaction ends. Source: CRED-10.
 */
export async function unspentCredits(deps: { db: Queryable } | { tx: Tx }, userId: number) {
  if ('tx' in deps) await lockBalance(deps.tx, userId)
  const lines = await ledgerLines('tx' in deps ? deps.tx : deps.db, userId)
  const purchases = lotsOf(lines).filter(({ kind }) => kind === 'purchase')
  return new Map(purchases.map(({ ref, left }) => [ref, left]))
}

/** Takes the credits of a refunded purchase. @throws AppError `credits.insufficient` */
export function debitRefund(deps: Deps, { userId, ref, amount }: Omit<CreditChange, 'kind'>) {
  return debitReturned(deps, { userId, kind: 'refund', ref, amount })
}

/** Returns whether the credits of a purchase were granted: not if the account was gone when it was paid. */
export function hasPurchase({ tx }: Pick<Deps, 'tx'>, { userId, ref }: Pick<Entry, 'userId' | 'ref'>) {
  return hasEntry(tx, { userId, kind: 'purchase', ref })
}

/**
 * Debits the credits of a charged-back purchase, as far as the balance has them. Returns how many.
 * Source: PAY-16.
 */
export async function reclaimCredits(deps: Deps, { userId, ref, amount }: Omit<CreditChange, 'kind'>) {
  const balance = await lockBalance(deps.tx, userId)
  const debit = Math.min(balance, amount)
  if (debit > 0) await debitReturned(deps, { userId, kind: 'chargeback', ref, amount: debit })
  return debit
}

/**
 * Debits credits without spending them: another purchase goes on waiting for its first spent credit, which
 * fewer credits are spent before if older ones are taken.
 */
async function debitReturned(deps: Deps, change: CreditChange) {
  const { tx } = deps
  const { userId } = change
  const waiting = await creditsUntilPremium(tx, userId)
  const before = waiting === null ? [] : lotsOf(await ledgerLines(tx, userId))
  const result = await spend(deps, change)
  if (waiting !== null) {
    const after = lotsOf(await ledgerLines(tx, userId))
    await postponePremium(tx, { userId, credits: untilPremium({ waiting, before, after }) })
  }
  return result
}

/**
 * Restores what a refund that failed took from a purchase: its credits, if it took some, and premium, at once
 * or with the first spent credit of the purchase, as `grantPurchase`.
 */
export async function correct(
  deps: Deps,
  { userId, ref, amount, startsPremium }: Omit<CreditChange, 'kind'> & { startsPremium: boolean },
) {
  const { tx } = deps
  if (startsPremium) await startPremium(deps, { userId })
  if (amount > 0) await grant(deps, { userId, kind: 'correction', ref, amount })
  else await lockBalance(tx, userId)
  if (startsPremium) return
  const older = creditsBefore(lotsOf(await ledgerLines(tx, userId)), orderOf(ref))
  await postponePremium(tx, { userId, credits: older + 1 })
}

/**
 * Gives credits to a member, or takes some (a negative amount), by an operator's decision. Repeating a client
 * id changes nothing. Source: CRED-14.
 * @throws AppError `credits.insufficient`, `operator.sent_before`: the client id of another amount
 */
export async function adjustCredits(
  deps: Deps,
  { userId, clientId, amount }: { userId: number; clientId: string; amount: number },
) {
  const entry = { userId, kind: 'adjustment', ref: clientId } as const
  const balance = await lockBalance(deps.tx, userId)
  const earlier = await entryAmount(deps.tx, entry)
  if (earlier !== undefined && earlier !== amount) throw new AppError('operator.sent_before')
  if (earlier !== undefined) return { credits: balance, isNew: false }
  return amount > 0 ? grant(deps, { ...entry, amount }) : debitReturned(deps, { ...entry, amount: -amount })
}

/** Returns whether premium waits for a spent credit of a purchase. Locks the balance. */
export async function isPremiumWaiting({ tx }: Pick<Deps, 'tx'>, userId: number) {
  return (await creditsUntilPremium(tx, userId)) !== null
}

/** Ends premium, because no purchase stands any more. Source: CRED-9. */
export async function endPremium({ tx }: Deps, { userId }: { userId: number }) {
  const balance = await clearPremium(tx, userId)
  if (balance !== null) await emit(tx, creditsChanged, { userId, credits: balance, isPremium: false })
}

async function changeBalance({ tx, clock }: Deps, { userId, kind, ref, amount }: CreditChange, difference: number) {
  assertWholeCredits(amount)
  const entry = await appendEntry(tx, { id: newId(clock), userId, kind, ref, amount: difference, at: clock.now() })
  if (!entry) throw new Error(`account ${userId} has no balance`)
  return { credits: entry.after ?? entry.before, isNew: entry.after !== null, isPremium: entry.isPremium }
}
