import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { currencies } from '#contract/countries.ts'
import { languages, type Language } from '#contract/languages.ts'
import { fontFile, withKnownSpaces } from './fonts.ts'

/** Letters and quotation marks of each language beyond a to z. */
const letters: Record<Language, string> = {
  en: '‘’“”',
  da: 'æøåéÆØÅÉ”’',
  de: 'äöüßÄÖÜẞ„“’',
  es: 'áéíóúüñÁÉÍÓÚÜÑ¿¡«»',
  fi: 'äöåšžÄÖÅŠŽ”’',
  fr: 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’',
  it: 'àèéìíîòóùúÀÈÉÌÒÙ’“”',
  nb: 'æøåéèêóòôÆØÅ«»’',
  nl: 'éèëïóöüáíúÉËÏÖÜ‘’',
  pl: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”',
  sv: 'åäöéÅÄÖÉ”’',
}

/** Of amounts, dates and sentences. */
const shared = '0123456789.,:;!?%()/&+–—-−…·€£$ \u00A0'

test.each(['regular', 'bold'] as const)(
  'the %s font of receipts and share images has the letters of each language',
  async (name) => {
    const face = create(await fontFile(name))
    const missing = languages.map((language) => {
      const { glyphs } = face.layout(letters[language] + shared)
      return [language, glyphs.filter(({ id }) => id === 0).flatMap(({ codePoints }) => codePoints)]
    })
    expect(Object.fromEntries(missing)).toEqual(Object.fromEntries(languages.map((language) => [language, []])))
  },
)

test('amounts, shares and dates of receipts have no sign that the fonts lack', async () => {
  const face = create(await fontFile('regular'))
  const texts = languages.flatMap((language) => [
    ...currencies.map((currency) => new Intl.NumberFormat(language, { style: 'currency', currency }).format(-12345.6)),
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(0.255),
    new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date('2026-02-09')),
  ])
  const missing = texts.map(withKnownSpaces).filter((text) => face.layout(text).glyphs.some(({ id }) => id === 0))
  expect(missing).toEqual([])
})
