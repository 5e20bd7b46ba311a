import type { CurrencyCode } from '#contract/countries.ts'
import type { SpendingLimit } from '#contract/payments/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { formerPrices } from '#server/features/profiles/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { lockBuyer, priceCountryOf } from '#server/features/payments/queries.ts'
import { currencyIn } from '#server/features/payments/rules.ts'
import { findLimit, insertUnlimited, lockLimit, saveLimit, spentSince } from './spending-queries.ts'
import { changedLimit, isWithin, limitAt, monthStart, sumIn, type Limit, type Spent } from './spending-rules.ts'

type Deps = Pick<AppContext, 'db' | 'clock'>
interface Caller {
  userId: number
  settings: Pick<Settings, 'minimum_message_costs'>
}

/** Returns a member's limit with a raise that waits, and what was spent in this month (PAY-27). */
export async function spendingLimit(context: Deps, caller: Caller): Promise<SpendingLimit> {
  const { db, clock } = context
  const now = clock.now()
  const limit = limitAt(await findLimit(db, caller.userId), now)
  const currency = limit.amountMinor === null ? await currencyOf({ db, clock }, caller) : limit.currency
  const spent = await spentSince(db, { userId: caller.userId, since: monthStart(now) })
  return {
    limit: toAmount(limit),
    raise: limit.raise && { limit: toAmount(limit.raise), at: limit.raise.at.toISOString() },
    spent: { amountMinor: sumIn(spent, currency), currency },
  }
}

/** Sets or removes (null) a member's limit: lower at once, higher after `SPENDING_RAISE_MS` (PAY-27). */
export async function changeSpendingLimit(
  context: Deps & Pick<AppContext, 'transaction'>,
  { amountMinor, ...caller }: Caller & { amountMinor: number | null },
) {
  const { clock, transaction } = context
  const { userId } = caller
  await transaction(async (tx) => {
    if (!(await lockBuyer(tx, userId))) throw new AppError('authentication_required')
    const now = clock.now()
    const amount = { amountMinor, currency: await currencyOf({ db: tx, clock }, caller) }
    // Of two first limits at once, the second is compared with the first like any later one.
    await insertUnlimited(tx, { userId, currency: amount.currency, at: now })
    const stored = await lockLimit(tx, userId)
    await saveLimit(tx, { userId, limit: changedLimit(stored, { wanted: amount, now }), at: now })
  })
  return spendingLimit(context, caller)
}

/**
 * Rejects an order that exceeds the member's own limit, and holds the limit until the transaction ends: of
 * two orders at once the second sees the first.
 * @throws AppError `payments.spending_limit`
 * Source: PAY-27.
 */
export async function assertWithinLimit(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { userId, ...order }: Spent & { userId: number },
) {
  const now = clock.now()
  const limit = limitAt(await lockLimit(tx, userId), now)
  if (limit.amountMinor === null) return
  const spent = await spentSince(tx, { userId, since: monthStart(now) })
  if (!isWithin(limit, { spent, order })) throw new AppError('payments.spending_limit')
}

function toAmount({ amountMinor, currency }: Limit): { amountMinor: number; currency: CurrencyCode } | null {
  return amountMinor === null ? null : { amountMinor, currency }
}

async function currencyOf({ db, clock }: { db: Queryable } & Pick<AppContext, 'clock'>, { userId, settings }: Caller) {
  const profile = await priceCountryOf(db, userId)
  if (!profile) throw new AppError('authentication_required')
  return currencyIn(formerPrices(profile, clock.now())?.country ?? profile.country, settings)
}
