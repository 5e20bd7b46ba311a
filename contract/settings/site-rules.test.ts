import { expect, test } from 'vitest'
import { disclaimerFor } from './site-rules.ts'

test('the disclaimer of a visitor is that of language and country, else of the language', () => {
  const disclaimers = { nl: 'Speel bewust.', 'nl-BE': 'Speel met mate.', 'en-US': 'Adults only.' }
  const of = (language: string, country: string) => disclaimerFor({ disclaimers }, { language, country })
  expect(of('nl', 'BE')).toBe('Speel met mate.')
  expect(of('nl', 'NL')).toBe('Speel bewust.')
  expect(of('en', 'US')).toBe('Adults only.')
  expect(of('en', 'GB')).toBeNull()
})
