import type { CurrencyCode } from '#contract/countries.ts'
import { BUNDLE_PRICES, SPENDING_RAISE_MS } from '#contract/limits.ts'

/** An amount of a month; null: no limit. */
export interface Limit {
  amountMinor: number | null
  currency: CurrencyCode
}

/** A member's limit as it is stored, with a raise that may wait. */
export interface StoredLimit extends Limit {
  raise: (Limit & { at: Date }) | null
}

export interface Spent {
  amountMinor: number
  currency: CurrencyCode
}

const unlimited = { amountMinor: null, currency: 'EUR', raise: null } as const satisfies StoredLimit

/** Returns the limit that counts at a time: a raise that is due replaces the one before (PAY-27). */
export function limitAt(stored: StoredLimit | undefined, now: Date): StoredLimit {
  if (!stored) return unlimited
  const { raise } = stored
  if (!raise || raise.at > now) return stored
  return { amountMinor: raise.amountMinor, currency: raise.currency, raise: null }
}

/** Returns what is stored when a member sets a limit: lower counts at once, higher after a day (PAY-27). */
export function changedLimit(
  stored: StoredLimit | undefined,
  { wanted, now }: { wanted: Limit; now: Date },
): StoredLimit {
  const { amountMinor, currency } = limitAt(stored, now)
  if (amountMinor === null) return { ...wanted, raise: null }
  const isRaise =
    wanted.amountMinor === null || wanted.amountMinor > inCurrency({ amountMinor, currency }, wanted.currency)
  if (!isRaise) return { ...wanted, raise: null }
  return { amountMinor, currency, raise: { ...wanted, at: new Date(now.getTime() + SPENDING_RAISE_MS) } }
}

/** Returns whether another order stays within the limit. */
export function isWithin({ amountMinor: most, currency }: Limit, { spent, order }: { spent: Spent[]; order: Spent }) {
  if (most === null) return true
  return sumIn([...spent, order], currency) <= most
}

export function sumIn(amounts: Spent[], currency: CurrencyCode) {
  return amounts.reduce((sum, amount) => sum + inCurrency(amount, currency), 0)
}

/** Without exchange rates, the list prices of the largest bundle compare the currencies of a mover. */
function inCurrency({ amountMinor, currency }: Spent, wanted: CurrencyCode) {
  if (currency === wanted) return amountMinor
  return Math.ceil((amountMinor * BUNDLE_PRICES[wanted].p3) / BUNDLE_PRICES[currency].p3)
}

/** Returns the begin of the calendar month (UTC). */
export function monthStart(now: Date) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}
