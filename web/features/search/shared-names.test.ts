import { expect, test } from 'vitest'
import { fittingLine, withinSentence } from './shared-names.ts'

const lineOf = (names: readonly string[]) => `In common: ${names.join(', ')}`

test.each([
  { names: ['wine'], line: 'In common: wine' },
  { names: ['candlelight dinners'], line: 'In common: candlelight dinners' },
  { names: ['wine', 'music'], line: 'In common: wine, music' },
  { names: ['museums', 'music'], line: 'In common: museums +1' },
  { names: ['museums', 'music', 'art'], line: 'In common: museums +2' },
])('the line about $names fits a phone', ({ names, line }) => {
  expect(fittingLine(names, lineOf)).toBe(line)
})

test.each([
  { locale: 'fr-FR', name: 'L’écriture', written: 'l’écriture' },
  { locale: 'es', name: 'Música', written: 'música' },
  { locale: 'de-AT', name: 'Musik', written: 'Musik' },
])('within a sentence $name is $written ($locale)', ({ locale, name, written }) => {
  expect(withinSentence(name, locale)).toBe(written)
})
