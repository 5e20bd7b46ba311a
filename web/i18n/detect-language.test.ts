import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const nothing = { cookie: null, account: null, site: null, accepted: undefined }

test('what was chosen on this device wins over everything', () => {
  expect(detectLanguage({ cookie: 'fr', account: 'en', site: 'en-GB', accepted: 'en' })).toBe('fr')
})

test('a member without a choice on this device gets the language of the account', () => {
  expect(detectLanguage({ ...nothing, account: 'fr', site: 'en-GB' })).toBe('fr')
})

test('the first two letters of the site’s language set the language', () => {
  expect(detectLanguage({ ...nothing, site: 'fr-BE', accepted: 'en' })).toBe('fr')
})

test('a site in a language without a catalogue leaves it to the browser', () => {
  expect(detectLanguage({ ...nothing, site: 'nl-NL', accepted: 'de, en;q=0.5, fr;q=0.9' })).toBe('fr')
})

test('a language that the browser refuses is not taken', () => {
  expect(detectLanguage({ ...nothing, accepted: 'fr;q=0, de' })).toBe('en')
})

test('English is what is left', () => {
  expect(detectLanguage(nothing)).toBe('en')
})
