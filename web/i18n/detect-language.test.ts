import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const nothing = { cookie: null, account: null, site: null, accepted: undefined }
const languageOf = (hints: Partial<Parameters<typeof detectLanguage>[0]>) =>
  detectLanguage({ ...nothing, ...hints }).language

test('a choice on this device takes precedence over everything', () => {
  expect(languageOf({ cookie: 'fr', account: 'en', site: 'en-GB', accepted: 'en' })).toBe('fr')
})

test('a choice need not be a language of the browser', () => {
  expect(languageOf({ cookie: 'pl', accepted: 'fr' })).toBe('pl')
})

test('without a choice on this device a member gets the language of the account', () => {
  expect(languageOf({ account: 'fr', site: 'en-GB', accepted: 'en' })).toBe('fr')
})

test('only the device and the account are a choice', () => {
  expect(detectLanguage({ ...nothing, cookie: 'en' }).isChosen).toBe(true)
  expect(detectLanguage({ ...nothing, account: 'en' }).isChosen).toBe(true)
  expect(detectLanguage({ ...nothing, site: 'fr', accepted: 'fr' }).isChosen).toBe(false)
})

test('a link that names a language counts more than the browser and less than a choice', () => {
  expect(detectLanguage({ ...nothing, asked: 'fr', site: 'en-GB', accepted: 'en' })).toEqual({
    language: 'fr',
    isChosen: false,
  })
  expect(languageOf({ asked: 'fr', account: 'en' })).toBe('en')
  expect(languageOf({ asked: 'fr', cookie: 'pl' })).toBe('pl')
})

describe('the languages of the browser', () => {
  test('count where the site names no language', () => {
    expect(languageOf({ site: '', accepted: 'fr' })).toBe('fr')
  })

  test('count where the language of the site has no catalogue', () => {
    expect(languageOf({ site: 'pt-PT', accepted: 'fr' })).toBe('fr')
  })

  test('count by their weight, not by their order', () => {
    expect(languageOf({ accepted: 'en;q=0.3, fr;q=0.8' })).toBe('fr')
  })

  test('without a weight come first', () => {
    expect(languageOf({ accepted: 'en;q=0.9, fr' })).toBe('fr')
  })

  test('can name a region', () => {
    expect(languageOf({ accepted: 'fr-CA' })).toBe('fr')
  })

  test('are skipped without a catalogue', () => {
    expect(languageOf({ accepted: 'pt, en;q=0.5, fr;q=0.9' })).toBe('fr')
  })

  test('with a weight of 0 are not used', () => {
    expect(languageOf({ accepted: 'fr;q=0, pt' })).toBe('en')
  })

  test.each(['', '*', ';;q', 'xx-YY;q=1'])('%j prefers nothing', (accepted) => {
    expect(languageOf({ accepted })).toBe('en')
    expect(languageOf({ accepted, site: 'fr' })).toBe('fr')
  })
})

describe('the language of the site', () => {
  test('comes before those of the browser', () => {
    expect(languageOf({ site: 'fr', accepted: 'en-GB, en;q=0.9' })).toBe('fr')
    expect(languageOf({ site: 'en-GB', accepted: 'fr' })).toBe('en')
  })

  test('is skipped if the site does not offer it', () => {
    expect(languageOf({ site: 'en', accepted: 'fr', offered: ['fr', 'de'] })).toBe('fr')
  })

  test('is given by its first two letters', () => {
    expect(languageOf({ site: 'fr-BE', accepted: 'de' })).toBe('fr')
    expect(languageOf({ site: 'FR' })).toBe('fr')
  })

  test('is skipped if it has no catalogue', () => {
    expect(languageOf({ site: 'pt-PT' })).toBe('en')
  })
})

test('English is the fallback', () => {
  expect(languageOf({})).toBe('en')
})
