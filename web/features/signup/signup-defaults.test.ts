import { describe, expect, test } from 'vitest'
import { initialCountry, suggestedLookingFor } from './signup-defaults.ts'

describe('the country that the form starts with', () => {
  const countries = ['NL', 'BE', 'FR', 'GB', 'US'] as const

  test('is that of the visitor’s address, whatever the language', () => {
    expect(initialCountry({ addressCountry: 'BE', language: 'fr', countries })).toBe('BE')
    expect(initialCountry({ addressCountry: 'US', language: 'en', countries })).toBe('US')
  })

  test.each([null, undefined, 'AU'] as const)(
    'is one with the language of the page if the address (%s) gives none that is served',
    (addressCountry) => {
      expect(initialCountry({ addressCountry, language: 'fr', countries })).toBe('FR')
    },
  )

  test('is the United Kingdom for English if the site serves it', () => {
    expect(initialCountry({ addressCountry: null, language: 'en', countries })).toBe('GB')
  })

  test('is another country that speaks English if the site does not serve the United Kingdom', () => {
    expect(initialCountry({ addressCountry: null, language: 'en', countries: ['NL', 'US'] })).toBe('US')
  })

  test('is the first of the site if none has the language', () => {
    expect(initialCountry({ addressCountry: null, language: 'fr', countries: ['NL', 'DE'] })).toBe('NL')
  })
})

test('the gender that most members look for is suggested', () => {
  expect(suggestedLookingFor('male')).toBe('female')
  expect(suggestedLookingFor('female')).toBe('male')
})
