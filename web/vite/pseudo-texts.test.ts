import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { pseudoTexts } from './pseudo-texts.ts'
import { compiledJson, readPseudoMode, readTexts } from './read-texts.ts'

test('each text is in brackets, and its words come twice', () => {
  expect(
    pseudoTexts({
      save: 'Save',
      chat: { from: 'From {name}', days: '{count, plural, one {# day} other {# days}} left' },
      terms: 'Read the <link>terms</link>',
      name: '{name}',
    }),
  ).toEqual({
    save: '⟦Save Save⟧',
    chat: { from: '⟦From {name} From⟧', days: '⟦{count, plural, one {# day} other {# days}} left days left⟧' },
    terms: '⟦Read the <link>terms</link> Read the terms⟧',
    name: '⟦{name}⟧',
  })
})

test('all English texts are still messages', () => {
  expect(() => compiledJson(pseudoTexts(readTexts('en')))).not.toThrow()
})

test('a build has them in the place of the language that its mode names, else nowhere', () => {
  const isPseudo = (language: string) => JSON.stringify(readTexts(language)).includes('⟦')
  for (const [mode, expected] of [
    ['pseudo-fi', ['fi']],
    ['production', []],
  ] as const) {
    readPseudoMode(mode)
    expect(languages.filter(isPseudo)).toEqual(expected)
  }
})
