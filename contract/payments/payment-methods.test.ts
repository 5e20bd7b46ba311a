import { describe, expect, test } from 'vitest'
import { BUNDLE_PRICES } from '#contract/limits.ts'
import { countries, currencies } from '#contract/countries.ts'
import { choicesOf, methodInfo, methodNames, methodsIn } from './payment-methods.ts'

test('all methods of the specification are known', () => {
  const specified =
    'sdd prezelewy24 blik sct giropay mastercard visa creditcard dankort mobilepay swish twint satispay vipps cartebancaire nexi ideal bancontact applepay paysafecard maestro paypal sofort eps'
  expect(methodNames.toSorted()).toEqual(specified.split(' ').toSorted())
})

describe('a country', () => {
  test.each([
    ['NL', 'EUR', ['ideal', 'creditcard', 'visa', 'mastercard', 'maestro', 'paypal', 'sdd', 'applepay', 'sct']],
    ['PL', 'PLN', ['blik', 'prezelewy24', 'creditcard', 'visa', 'mastercard', 'paypal', 'applepay']],
    ['DE', 'EUR', ['paypal', 'sdd', 'creditcard', 'visa', 'mastercard', 'applepay', 'paysafecard', 'sct']],
    ['US', 'USD', ['creditcard', 'visa', 'mastercard', 'paypal', 'applepay']],
  ] as const)('%s has its own methods first', (country, currency, methods) => {
    expect(methodsIn(country, currency)).toEqual(methods)
  })

  test('has only methods that pay in the currency of the prices', () => {
    expect(methodsIn('PL', 'EUR')).not.toContain('blik')
    expect(methodsIn('PL', 'EUR')).toContain('prezelewy24')
    expect(methodsIn('DK', 'SEK')).toEqual(['creditcard', 'visa', 'mastercard', 'paypal', 'applepay'])
  })

  test('has some method in every currency, each once, and none that is closed', () => {
    for (const country of countries) {
      for (const currency of currencies) {
        const methods = methodsIn(country, currency)
        expect(methods.length).toBeGreaterThan(2)
        expect(new Set(methods).size).toBe(methods.length)
        expect(methods.some((method) => methodInfo(method).isClosed)).toBe(false)
      }
    }
  })
})

test('every method that is not closed is offered somewhere', () => {
  const offered = countries.flatMap((country) => currencies.flatMap((currency) => methodsIn(country, currency)))
  const open = methodNames.filter((method) => !methodInfo(method).isClosed)
  expect(open.filter((method) => !offered.includes(method))).toEqual([])
  expect(Object.keys(BUNDLE_PRICES)).toEqual(currencies)
})

test('brands are one choice with their method, or choices of their own without it', () => {
  expect(choicesOf(['ideal', 'creditcard', 'visa', 'mastercard'])).toEqual([
    { method: 'ideal', brands: [] },
    { method: 'creditcard', brands: ['visa', 'mastercard'] },
  ])
  expect(choicesOf(['visa', 'paypal']).map(({ method }) => method)).toEqual(['visa', 'paypal'])
})
