import { describe, expect, test } from 'vitest'
import { countryOptions, regionOptions } from './place-options.ts'

describe('country options', () => {
  const namesIn = (language: string) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return { nameOf: (country: string) => names.of(country), language }
  }

  test('are in the alphabetical order of their names, not of their codes', () => {
    const labels = countryOptions(['CH', 'DE', 'AT'], namesIn('en')).map(({ label }) => label)
    expect(labels).toEqual(['Austria', 'Germany', 'Switzerland'])
  })

  test('have another order in another language', () => {
    const labels = countryOptions(['CH', 'DE', 'AT'], namesIn('fr')).map(({ label }) => label)
    expect(labels).toEqual(['Allemagne', 'Autriche', 'Suisse'])
  })

  test('sort accents as the language does', () => {
    const nameOf = (country: string) => ({ AT: 'Österreich', BE: 'Zypern', DE: 'Oman' })[country]
    const order = (language: string) =>
      countryOptions(['BE', 'AT', 'DE'], { nameOf, language }).map(({ label }) => label)
    expect(order('de')).toEqual(['Oman', 'Österreich', 'Zypern'])
    expect(order('sv')).toEqual(['Oman', 'Zypern', 'Österreich'])
  })

  test('show the code of a country without a name', () => {
    expect(countryOptions(['FR'], { nameOf: () => undefined, language: 'en' })).toEqual([{ value: 'FR', label: 'FR' }])
  })
})

describe('region options', () => {
  const none = { label: 'Please choose', isAllowed: false }

  test('begin with the option for no region', () => {
    expect(regionOptions(['Tirol', 'Wien'], { chosen: '', none })).toEqual([
      { value: '', label: 'Please choose', disabled: true },
      { value: 'Tirol', label: 'Tirol' },
      { value: 'Wien', label: 'Wien' },
    ])
  })

  test('let no region be chosen where it is allowed', () => {
    const [first] = regionOptions([], { chosen: '', none: { label: 'Everywhere', isAllowed: true } })
    expect(first).toEqual({ value: '', label: 'Everywhere', disabled: false })
  })

  test('contain the chosen region before the list is loaded', () => {
    expect(regionOptions(undefined, { chosen: 'Wien', none }).map(({ value }) => value)).toEqual(['', 'Wien'])
    expect(regionOptions(undefined, { chosen: '', none }).map(({ value }) => value)).toEqual([''])
  })

  test('do not add a region that the country does not have', () => {
    expect(regionOptions(['Wien'], { chosen: 'Bayern', none }).map(({ value }) => value)).toEqual(['', 'Wien'])
  })
})
