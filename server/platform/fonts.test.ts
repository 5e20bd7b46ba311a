import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
import { fontFile } from './fonts.ts'

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

/** Of amounts, dates and sentences, among them the spaces that the formatters write. */
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
