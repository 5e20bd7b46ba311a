import { useFormatter } from 'use-intl'

/** Writes an amount in minor units (cents) the way the page's language does. */
export function useMoney() {
  const format = useFormatter()
  return ({ amountMinor, currency }: { amountMinor: number; currency: string }) => {
    const digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    // One pays in the currency of one's country: “12,99 £”, not “12,99 £GB”. Dollars are many, so they say which.
    const currencyDisplay = currency.endsWith('D') ? 'symbol' : 'narrowSymbol'
    return format.number(amountMinor / 10 ** digits, { style: 'currency', currency, currencyDisplay })
  }
}
