import { describe, expect, test } from 'vitest'
import { acceptedRanges, preferredLanguage } from './languages.ts'

test.each([
  ['fr', 'fr'],
  ['FR', 'fr'],
  ['pt, fr, en', 'fr'],
  ['pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7', 'pl'],
  ['fi-FI, fi;q=0.9, sv;q=0.8', 'fi'],
  ['en, fr', 'en'],
])('%j prefers the first language that has a catalogue: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['en;q=0.5,fr', 'fr'],
  ['en ; q=0.501, fr ; q=0.502', 'fr'],
  ['fr;q=0.8, en;q=0.8', 'fr'],
])('%j prefers the greatest weight, and the first of equal ones: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['fr;q=0', null],
  ['fr;q=0.000, en;q=0.1', 'en'],
  ['*, en;q=0', 'da'],
  ['*;q=0, fr', 'fr'],
  ['*;q=0', null],
])('%j excludes what has weight zero: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['fr-BE', 'fr'],
  ['fr-CA;q=0.9, en-GB;q=0.8', 'fr'],
  ['en-Latn-GB', 'en'],
  ['fro, en;q=0.1', 'en'],
  ['no', 'nb'],
  ['nn-NO, no;q=0.9', 'nb'],
])('%j counts subtags as their base language: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['*', 'en'],
  ['pt, *;q=0.5', 'en'],
  ['fr;q=0.4, *;q=0.5', 'en'],
  ['en;q=0.4, *;q=0.5', 'da'],
  ['fr, *;q=0.5', 'fr'],
])('in %j the asterisk stands for the languages not named: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each(['', ' ', ',', 'pt', 'pt-PT, cs;q=0.5', 'fr;q=2', 'fr;q=x', 'f_r', '-fr', ';q=1'])(
  '%j prefers none',
  (header) => {
    expect(preferredLanguage(header)).toBeNull()
  },
)

test('invalid ranges do not affect the valid ones', () => {
  expect(preferredLanguage('en;q=high, ???, fr;q=0.3')).toBe('fr')
})

describe('of a header as long as the server accepts', () => {
  test.each([
    ['spaces within a range', `a${' '.repeat(15_500)}!`],
    ['spaces before a weight', `en${' '.repeat(15_500)};q=x`],
    ['subtags', `${'a-'.repeat(7750)}!`],
    ['ranges', 'a,'.repeat(7750)],
  ])('%s take little time', (_name, header) => {
    const start = Date.now()
    // Steps that grow with the square of the length took half a second each. Busy machines get more time.
    for (let count = 0; count < 200; count += 1) preferredLanguage(header)
    expect(Date.now() - start).toBeLessThan(10_000)
  })

  test('the first ranges are read, and not the rest', () => {
    expect(preferredLanguage(`fr,${'de,'.repeat(5000)}`)).toBe('fr')
    expect(preferredLanguage(`${'d,'.repeat(40)}fr`)).toBeNull()
    expect(preferredLanguage(`pt${' '.repeat(1000)},fr`)).toBeNull()
    expect(acceptedRanges('a,'.repeat(5000))).toHaveLength(32)
  })
})
