import { describe, expect, test } from 'vitest'
import { countries, countryLanguages } from './countries.ts'
import { languageCodes } from './languages.ts'
import { formatLocale as localeOf, type LocaleHints } from './locales.ts'
import { countryOfVisitor } from './settings/visitor-country.ts'

type Hints = Omit<LocaleHints, 'offered'>
const formatLocale = (hints: Hints) => localeOf({ ...hints, offered: countryLanguages[hints.country] })

const moment = new Date('2026-11-21T15:14:00Z')
const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

function write(hints: Hints) {
  const locale = formatLocale(hints)
  return plain(new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone: 'UTC' }).format(moment))
}

describe('a chosen language has the formats of the country', () => {
  test.each([
    ['en', 'GB', 'en-GB', '21 November 2026 at 15:14'],
    ['en', 'IE', 'en-IE', '21 November 2026 at 15:14'],
    ['en', 'US', 'en-US', 'November 21, 2026 at 03:14 PM'],
    ['en', 'AU', 'en-AU', '21 November 2026 at 03:14 pm'],
    ['fr', 'FR', 'fr-FR', '21 novembre 2026 à 15:14'],
    ['fr', 'CA', 'fr-CA', '21 novembre 2026 à 15 h 14'],
    ['fr', 'BE', 'fr-BE', '21 novembre 2026 à 15:14'],
    ['fr', 'CH', 'fr-CH', '21 novembre 2026 à 15:14'],
    ['de', 'AT', 'de-AT', '21. November 2026 um 15:14'],
  ] as const)('%s in %s: %s', (language, country, locale, text) => {
    expect(formatLocale({ language, isChosen: true, country })).toBe(locale)
    expect(write({ language, isChosen: true, country })).toBe(text)
  })

  test('or of its main one, where the country does not offer it', () => {
    expect(formatLocale({ language: 'en', isChosen: true, country: 'FR' })).toBe('en-GB')
    expect(formatLocale({ language: 'fr', isChosen: true, country: 'GB' })).toBe('fr-FR')
    expect(formatLocale({ language: 'nl', isChosen: true, country: 'PL' })).toBe('nl-NL')
  })
})

test('until a language is chosen the formats are Dutch, with words in the language of the page', () => {
  expect(write({ language: 'en', isChosen: false, country: 'US' })).toBe('21 November 2026 at 15:14')
  expect(formatLocale({ language: 'en', isChosen: false, country: 'US' })).toBe('en-NL')
  expect(write({ language: 'fr', isChosen: false, country: 'CA' })).toBe('21 novembre 2026 à 15:14')
})

test('every locale of every country is one that Intl knows', () => {
  for (const country of countries)
    for (const language of languageCodes) {
      const locale = formatLocale({ language, isChosen: true, country })
      expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale])
    }
})

test('every country offers languages that can be chosen, its main one first', () => {
  for (const country of countries) expect(languageCodes).toEqual(expect.arrayContaining([...countryLanguages[country]]))
  expect(countryLanguages.BE).toEqual(['nl', 'fr', 'de'])
  expect(countryLanguages.CH).toEqual(['de', 'it', 'fr', 'en'])
  expect(countryLanguages.CA).toEqual(['en', 'fr'])
  expect(countryLanguages.US).toEqual(['en', 'es'])
})

describe('the country of a visitor', () => {
  const site = { geoip_selected_country: null, geoip_country: null, countries: ['GB', 'BE', 'FR', 'US', 'DE'] as const }

  test('is the chosen one, else that of the network address', () => {
    expect(countryOfVisitor({ ...site, geoip_selected_country: 'FR', geoip_country: 'DE' })).toBe('FR')
    expect(countryOfVisitor({ ...site, geoip_country: 'DE', accepted: 'fr-FR' })).toBe('DE')
  })

  test('is else a region that the browser names', () => {
    expect(countryOfVisitor({ ...site, accepted: 'fr-BE, en;q=0.5' })).toBe('BE')
    expect(countryOfVisitor({ ...site, accepted: 'en, en-us;q=0.8' })).toBe('US')
    expect(countryOfVisitor({ ...site, accepted: 'zh-Hans-DE' })).toBe('DE')
  })

  test('is else the main country of the browser’s or the chosen language', () => {
    expect(countryOfVisitor({ ...site, accepted: 'fr' })).toBe('FR')
    expect(countryOfVisitor({ ...site, accepted: 'nl' })).toBe('BE')
    expect(countryOfVisitor({ ...site, language: 'fr' })).toBe('FR')
  })

  test('is else the first of the site', () => {
    expect(countryOfVisitor(site)).toBe('GB')
    expect(countryOfVisitor({ ...site, accepted: 'en' })).toBe('GB')
    expect(countryOfVisitor({ ...site, accepted: 'sv-SE;q=0, ja-JP, ;;', language: 'fi' })).toBe('GB')
  })

  test('is never one that the site does not serve', () => {
    expect(countryOfVisitor({ ...site, geoip_country: 'NL', accepted: 'pl-PL' })).toBe('GB')
  })
})
