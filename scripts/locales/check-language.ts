import compile from 'icu-minify/compile'
import sameAsEnglish from './same-as-english.json' with { type: 'json' }
import type { Locale } from './check-texts.ts'

/** What the typography of a language does not have, with its name. Quotes and apostrophes: `STYLE.md`. */
const forbidden: Record<string, { pattern: RegExp; what: string }[]> = {
  // French sets a space before these marks, which must not become the end of a line.
  fr: [
    { pattern: / [?!;%»]|« | :(?=\s|<|$)/, what: 'needs a no-break space at a mark' },
    { pattern: /\b(?:de|que) \{\w*name\}/i, what: 'lacks the elision before a name with a vowel' },
  ],
  da: [{ pattern: /[„“«»‘]/, what: 'has quotes of another language' }],
  de: [{ pattern: /[”«»‘]/, what: 'has quotes of another language' }],
  es: [
    { pattern: /[„“”‘]/, what: 'has quotes of another language' },
    { pattern: /^[^¿]*\?|^[^¡]*!/, what: 'ends a question or exclamation that does not begin with its mark' },
  ],
  fi: [{ pattern: /[„“«»‘]/, what: 'has quotes of another language' }],
  it: [
    { pattern: /[„«»‘]/, what: 'has quotes of another language' },
    { pattern: /E’/, what: 'has E’ in place of È' },
  ],
  nb: [{ pattern: /[„“”‘]/, what: 'has quotes of another language' }],
  nl: [{ pattern: /[„“”«»]/, what: 'has quotes of another language' }],
  pl: [{ pattern: /[“«»‘’]/, what: 'has quotes of another language' }],
  sv: [{ pattern: /[„“«»‘]/, what: 'has quotes of another language' }],
}

/** In no language, but for English texts that are prescribed word by word. */
const inNone = [
  { pattern: /['"]/, what: 'has a straight quote' },
  { pattern: /\.\.\./, what: 'has three dots in place of …' },
  { pattern: / {2}|^\s/, what: 'has a space too many' },
]

/** Compact numbers, which no text has, are the only ones of this kind in Romance languages. */
const withoutMany = new Set(['es', 'fr', 'it'])

/** Checks one language for itself: signs, plural forms, and English left over. */
export function checkLanguage({ name, english, locale }: { name: string; english: Locale; locale: Locale }) {
  const problems: string[] = []
  const signs = name === 'en' ? [] : [...inNone, ...(forbidden[name] ?? [])]
  const same: readonly string[] = (sameAsEnglish as Record<string, string[]>)[name] ?? []
  for (const [key, text] of locale) {
    // Texts of the console show JSON.
    if (!/^operator[.-]/.test(key))
      for (const { pattern, what } of signs) if (pattern.test(text)) problems.push(`${name}: ${key} ${what}`)
    if (name !== 'en' && text === english.get(key) && hasWord(text) && ![...sameAsEnglish.all, ...same].includes(text))
      problems.push(`${name}: ${key} is English: "${text}" (if rightly: scripts/locales/same-as-english.json)`)
    problems.push(...pluralProblems(name, text).map((problem) => `${name}: ${key} ${problem}`))
  }
  return problems
}

function hasWord(text: string) {
  return /\p{L}{3}/u.test(text.replaceAll(/\{[^{}]*\}|<[^>]*>/g, ''))
}

/** Returns what is wrong with the plural forms of a message, by the rules of CLDR. */
export function pluralProblems(language: string, text: string) {
  const problems: string[] = []
  for (const { type, categories } of pluralsIn(compiled(text))) {
    const rules = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
    const own = categories.filter((category) => !category.startsWith('='))
    // Only one form: the text does not depend on the number, or only on exact ones.
    if (own.join() === 'other') continue
    const ruled = rules.filter((category) => category !== 'many' || !withoutMany.has(language))
    const missing = ruled.filter((category) => !own.includes(category))
    const unknown = own.filter((category) => !rules.some((each) => each === category))
    if (missing.length > 0) problems.push(`lacks the plural ${missing.join(', ')}`)
    if (unknown.length > 0) problems.push(`has the plural ${unknown.join(', ')}, which is not of this language`)
  }
  return problems
}

function compiled(text: string): unknown {
  try {
    return compile(text)
  } catch {
    // `checkTexts` reports it.
    return text
  }
}

interface Plural {
  type: 'cardinal' | 'ordinal'
  categories: string[]
}

/** Of icu-minify: a plural is `[name, 2, forms]`, one of ordinal numbers `[name, 3, forms]`. */
const types: Record<number, Plural['type']> = { 2: 'cardinal', 3: 'ordinal' }

function pluralsIn(node: unknown): Plural[] {
  if (Array.isArray(node)) {
    const [name, kind, forms] = node as unknown[]
    const type = typeof name === 'string' && typeof kind === 'number' ? types[kind] : undefined
    const own = type && forms && typeof forms === 'object' ? [{ type, categories: Object.keys(forms) }] : []
    return [...own, ...node.flatMap(pluralsIn)]
  }
  return node && typeof node === 'object' ? Object.values(node).flatMap(pluralsIn) : []
}
