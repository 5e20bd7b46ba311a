import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { consoleLanguages, languages } from '../contract/languages.ts'
import { checkLanguage } from './locales/check-language.ts'
import { checkTexts, readLocale, type Locale } from './locales/check-texts.ts'
import { findUses } from './locales/find-uses.ts'
import { findMissingValues } from './locales/missing-values.ts'

/*
 * Compares the catalogues with each other and with the code: npm run locales:check. Reports texts that are
 * missing, unused or cannot be parsed, those whose variables differ from the English ones, plural forms that
 * a language lacks, signs that it does not use, English left over, and uses without a value for a variable.
 */

const root = join(import.meta.dirname, '..')
const english = readLocale(join(root, 'locales/en'))
const folders = readdirSync(join(root, 'locales')).filter((name) => name !== 'en')
const others = folders.map((name): [string, Locale] => [name, readLocale(join(root, 'locales', name))])

const sources = ['web', 'emails', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(root, folder, file)),
)
const uses = findUses([...sources, join(root, 'contract/errors.ts')])

const problems = [
  ...others.flatMap(([name, locale]) => checkTexts({ name, english: neededIn(name, locale), locale })),
  ...others.flatMap(([name, locale]) => checkLanguage({ name, english, locale })),
  ...checkLanguage({ name: 'en', english, locale: english }),
  ...checkTexts({ name: 'en', english, locale: english }),
  ...uses.missing(english).map(({ key, file }) => `${relative(root, file)} asks for ${key}, which is in no catalogue`),
  ...sources
    .flatMap((file) => findMissingValues(file, english))
    .map(({ file, key, name }) => `${relative(root, file)} uses ${key} without the value of {${name}}`),
  ...uses.unused(english).map((key) => `en: ${key} is used nowhere`),
]

/** The English texts that a catalogue must have: one that the site does not offer yet, those it has. */
function neededIn(name: string, locale: Locale): Locale {
  const isOffered = languages.some((language) => language === name)
  const hasConsole = consoleLanguages.some((language) => language === name)
  const isNeeded = (key: string) => isOffered && (hasConsole || !/^operator[.-]/.test(key))
  return new Map([...english].filter(([key]) => isNeeded(key) || locale.has(key)))
}

for (const problem of problems) console.error(problem)
console.log(`${english.size} texts in ${others.length + 1} languages, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
