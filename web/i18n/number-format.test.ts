import { afterEach, expect, test, vi } from 'vitest'
import { countries, countryLanguages } from '#contract/countries.ts'
import { languageCodes } from '#contract/languages.ts'
import { formatLocale } from '#contract/locales.ts'
import { NumberFormat } from './number-format.ts'

const locales = new Set(
  languageCodes.flatMap((language) =>
    countries.map((country) => formatLocale({ language, isChosen: true, country, offered: countryLanguages[country] })),
  ),
)
const numbers = [0, -0, 1, 7, 42, 999, 1000, 12_345, -5, 3.5, Number.NaN, 10n, 1e21]

afterEach(() => vi.restoreAllMocks())

test.each([...locales])('numbers in %s are those of the browser', (locale) => {
  const expected = new Intl.NumberFormat(locale)
  const format = new NumberFormat(locale)
  expect(numbers.map((number) => format.format(number))).toEqual(numbers.map((number) => expected.format(number)))
})

test('options are applied to small numbers too', () => {
  expect(new NumberFormat('en-GB', { style: 'percent' }).format(0.25)).toBe('25%')
  expect(new NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(5)).toContain('5,00')
})

test('a small count needs no formatter, and a larger one creates it once', () => {
  const create = vi.spyOn(Intl, 'NumberFormat')
  const format = new NumberFormat('en-GB')
  expect(format.format(300)).toBe('300')
  expect(create).not.toHaveBeenCalled()
  expect([format.format(1000), format.format(2000)]).toEqual(['1,000', '2,000'])
  expect(create).toHaveBeenCalledTimes(1)
})
