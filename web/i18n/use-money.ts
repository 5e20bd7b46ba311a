import { useFormatter } from 'use-intl'

/** Writes an amount in minor units (cents) the way the page's language does. */
export function useMoney() {
  const format = useFormatter()
  return ({ amountMinor, currency }: { amountMinor: number; currency: string }) => {
    const digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    return format.number(amountMinor / 10 ** digits, { style: 'currency', currency })
  }
}
