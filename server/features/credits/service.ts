import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { creditsChanged } from './events.ts'
import { balanceRow, appendEntry, hasEntry, setPremium } from './queries.ts'
import { assertWholeCredits, type Entry } from './rules.ts'

type Deps = Pick<Context, 'clock'> & { tx: Tx }
type CreditChange = Entry & { amount: number }

/** A member's balance in whole credits, and whether she is premium. */
export async function balanceOf({ db }: { db: Queryable }, userId: number) {
  const row = await balanceRow(db, userId)
  return { credits: row?.balance ?? 0, isPremium: Boolean(row?.premiumSince) }
}

/**
 * Adds credits to a balance. The same cause (`kind` and `ref`) a second time changes nothing.
 * Returns the balance, and whether this call is the one that changed it.
 */
export async function grant(deps: Deps, change: CreditChange) {
  const { credits, isNew, isPremium } = await changeBalance(deps, change, change.amount)
  if (isNew) await emit(deps.tx, creditsChanged, { userId: change.userId, credits, isPremium })
  return { credits, isNew }
}

/**
 * Takes credits from a balance. The same cause a second time takes nothing.
 * Returns the balance, and whether this call is the one that changed it.
 * @throws AppError `credits.insufficient`
 */
export async function spend(deps: Deps, change: CreditChange) {
  const { credits, isNew, isPremium } = await changeBalance(deps, change, -change.amount)
  if (isNew) await emit(deps.tx, creditsChanged, { userId: change.userId, credits, isPremium })
  else if (!(await hasEntry(deps.tx, change))) throw new AppError('credits.insufficient')
  return { credits, isNew }
}

/**
 * What a completed purchase gives: its credits, once, and premium from the first one on.
 * Source: CRED-4.
 */
export async function grantPurchase(deps: Deps, { ref, ...change }: Omit<CreditChange, 'kind'>) {
  const { credits, isNew } = await changeBalance(deps, { ...change, kind: 'purchase', ref }, change.amount)
  if (isNew) {
    await setPremium(deps.tx, { userId: change.userId, at: deps.clock.now() })
    await emit(deps.tx, creditsChanged, { userId: change.userId, credits, isPremium: true })
  }
  return { credits, isNew }
}

async function changeBalance({ tx, clock }: Deps, { userId, kind, ref, amount }: CreditChange, difference: number) {
  assertWholeCredits(amount)
  const entry = await appendEntry(tx, { id: newId(clock), userId, kind, ref, amount: difference, at: clock.now() })
  if (!entry) throw new Error('no balance for this account')
  return { credits: entry.after ?? entry.before, isNew: entry.after !== null, isPremium: entry.isPremium }
}
