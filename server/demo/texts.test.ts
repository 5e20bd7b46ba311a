import { describe, expect, test } from 'vitest'
import { defaultLanguage, languages, type Language } from '#contract/languages.ts'
import { ABOUT_MAX_LENGTH, ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { createRng } from './random.ts'
import { aboutText, textsIn } from './texts.ts'

/** Letters beyond a to z that a language writes, also in the words that it has borrowed. */
const letters: Record<Language, string> = {
  en: 'é',
  da: 'æøåé',
  de: 'äöüß',
  es: 'áéíóúüñ',
  fi: 'äö',
  fr: 'àâçéèêëîïôùûœ',
  it: 'àèéìòù',
  nb: 'æøåé',
  nl: 'éèëïöü',
  pl: 'ąćęłńóśźż',
  sv: 'åäöé',
}

/** Quotation marks of a language, and signs that only it has. */
const signs: Record<Language, string> = {
  en: '‘’',
  da: '”’',
  de: '„“',
  es: '«»¿¡',
  fi: '”',
  fr: '«»’\u00A0\u202F',
  it: '“”’',
  nb: '«»’',
  nl: '‘’',
  pl: '„”',
  sv: '”',
}

function allOf(language: Language) {
  const { about, answers, conversations } = textsIn(language)
  return [
    ...about.openers,
    ...Object.values(about.likes),
    ...about.closings,
    ...Object.values(answers).flat(),
    ...conversations.flat(),
  ]
}

describe.each(languages)('demo members who write in %s', (language) => {
  const own = textsIn(language)
  const english = textsIn(defaultLanguage)

  test('have texts of each kind', () => {
    expect(Object.keys(own.about.likes)).toEqual(Object.keys(english.about.likes))
    expect(Object.keys(own.answers)).toEqual(Object.keys(english.answers))
    expect(own.about.openers.length).toBeGreaterThanOrEqual(12)
    expect(own.about.closings.length).toBeGreaterThanOrEqual(8)
    for (const answers of Object.values(own.answers)) expect(answers.length).toBeGreaterThanOrEqual(2)
    expect(own.conversations.length).toBeGreaterThanOrEqual(4)
    for (const lines of own.conversations) expect(lines.length).toBeGreaterThanOrEqual(3)
  })

  test('never repeat a text, and none is left in English', () => {
    const texts = allOf(language)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    if (language === defaultLanguage) return
    const ofEnglish = new Set(allOf(defaultLanguage))
    expect(texts.filter((text) => ofEnglish.has(text))).toEqual([])
  })

  test('write with the letters and signs of the language', () => {
    const allowed = new RegExp(`^[a-z${letters[language]}0-9 ,.:;?!–\\-${signs[language]}🙂]+$`, 'iu')
    expect(allOf(language).filter((text) => !allowed.test(text))).toEqual([])
    expect(allOf(language).filter((text) => / {2}|^ | $|\.\.| [,.;]/.test(text))).toEqual([])
  })

  test('keep to the lengths of the fields', () => {
    expect(
      Object.values(own.answers)
        .flat()
        .filter((text) => text.length > ANSWER_MAX_LENGTH),
    ).toEqual([])
    const about = aboutText(createRng('about'), { language, interests: ['hiking'] })
    expect(about).toContain(own.about.likes.hiking)
    expect(about.length).toBeLessThan(ABOUT_MAX_LENGTH)
  })
})

test('Polish texts have no verb that tells the gender of the writer or reader', () => {
  expect(allOf('pl').filter((text) => /(ł[ae]m|ł[ae]ś|łbym|łabym)(?!\p{L})/u.test(text))).toEqual([])
})
