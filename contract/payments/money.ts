/** An amount in minor units (cents), as the contract sends it. */
export interface Money {
  amountMinor: number
  currency: string
}

/** Returns the amount in whole units: 1299 EUR are 12.99, 1299 JPY are 1299. */
export function majorUnits({ amountMinor, currency }: Money) {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return amountMinor / 10 ** maximumFractionDigits
}

/**
 * Returns how `Intl` writes a currency. Members pay in their country's currency, so the short symbol is
 * clear: '12,99 £', not '12,99 £GB'. Several countries have dollars, which name the country.
 */
export function currencyDisplay(currency: string) {
  return currency.endsWith('D') ? 'symbol' : 'narrowSymbol'
}
