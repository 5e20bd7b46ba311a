import { describe, expect, test } from 'vitest'
import { currencies } from '#contract/countries.ts'
import { currencyDisplay, majorUnits } from './money.ts'

const write = (locale: string, amountMinor: number, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) })
    .format(majorUnits({ amountMinor, currency }))
    // Languages differ in which space they put before the symbol.
    .replaceAll(/\s/g, ' ')

describe('minor units', () => {
  test.each([
    [1299, 'EUR', 12.99],
    [5, 'GBP', 0.05],
    [0, 'USD', 0],
    [1299, 'JPY', 1299],
    [1299, 'KWD', 1.299],
  ])('%i of %s are %f', (amountMinor, currency, amount) => {
    expect(majorUnits({ amountMinor, currency })).toBe(amount)
  })

  test.each(currencies)('of %s are hundredths, as the prices assume', (currency) => {
    expect(majorUnits({ amountMinor: 100, currency })).toBe(1)
  })
})

describe('an amount', () => {
  test.each([
    ['en', 'GBP', '£12.99'],
    ['fr', 'GBP', '12,99 £'],
    ['fr', 'EUR', '12,99 €'],
    ['en', 'SEK', 'kr 12.99'],
  ])('in %s and %s has the short symbol: %s', (locale, currency, text) => {
    expect(write(locale, 1299, currency)).toBe(text)
  })

  test('in dollars names the country', () => {
    expect(write('en', 1299, 'CAD')).toBe('CA$12.99')
    expect(write('fr', 1299, 'USD')).toBe('12,99 $US')
  })
})
