import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import { withEnglish, type Texts } from '#contract/texts.ts'
import type ageCheck from '#locales/en/age-check.json'
import type emails from '#locales/en/emails.json'
import type install from '#locales/en/install.json'
import type landers from '#locales/en/landers.json'
import type payments from '#locales/en/payments.json'
import type pushNotices from '#locales/en/push-notices.json'

/** The files of `locales/<lang>/` that the server writes texts from. Screens and mails have a build each. */
interface Catalogues {
  'age-check': typeof ageCheck
  emails: typeof emails
  install: typeof install
  landers: typeof landers
  payments: typeof payments
  'push-notices': typeof pushNotices
}

const read = new Map<string, Texts>()

/**
 * Returns one file of a language's texts, for `createTranslator`. It is read when it is first asked for: a
 * process needs few of all languages' files, and reading one takes less than a millisecond.
 */
export function textsOf<File extends keyof Catalogues>(file: File, language: Language) {
  const key = `${language}/${file}`
  const texts = read.get(key) ?? readTexts(file, language)
  read.set(key, texts)
  // `npm run locales:check` compares the keys of all languages.
  return texts as unknown as Catalogues[File]
}

function readTexts(file: string, language: Language): Texts {
  const texts = JSON.parse(
    readFileSync(join(import.meta.dirname, '../locales', language, `${file}.json`), 'utf8'),
  ) as Texts
  return language === defaultLanguage ? texts : withEnglish(readTexts(file, defaultLanguage), texts)
}
