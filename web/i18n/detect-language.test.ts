import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const nothing = { cookie: null, account: null, site: null, accepted: undefined }

test('a choice on this device takes precedence over everything', () => {
  expect(detectLanguage({ cookie: 'fr', account: 'en', site: 'en-GB', accepted: 'en' })).toBe('fr')
})

test('without a choice on this device a member gets the language of the account', () => {
  expect(detectLanguage({ ...nothing, account: 'fr', site: 'en-GB' })).toBe('fr')
})

describe('the language of the site', () => {
  test('is given by its first two letters', () => {
    expect(detectLanguage({ ...nothing, site: 'fr-BE', accepted: 'en' })).toBe('fr')
  })

  test('is skipped if it has no catalogue', () => {
    expect(detectLanguage({ ...nothing, site: 'nl-NL', accepted: 'de, en;q=0.5, fr;q=0.9' })).toBe('fr')
  })
})

describe('the languages of the browser', () => {
  test('count by their weight, not by their order', () => {
    expect(detectLanguage({ ...nothing, accepted: 'en;q=0.3, fr;q=0.8' })).toBe('fr')
  })

  test('without a weight come first', () => {
    expect(detectLanguage({ ...nothing, accepted: 'en;q=0.9, fr' })).toBe('fr')
  })

  test('can name a region', () => {
    expect(detectLanguage({ ...nothing, accepted: 'fr-CA' })).toBe('fr')
  })

  test('with a weight of 0 are not used', () => {
    expect(detectLanguage({ ...nothing, accepted: 'fr;q=0, de' })).toBe('en')
  })

  test.each(['', '*', ';;q', 'xx-YY;q=1'])('%j leads to English', (accepted) => {
    expect(detectLanguage({ ...nothing, accepted })).toBe('en')
  })
})

test('English is the fallback', () => {
  expect(detectLanguage(nothing)).toBe('en')
})
