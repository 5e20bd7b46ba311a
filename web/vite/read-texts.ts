import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { defaultLanguage } from '#contract/languages.ts'
import { withEnglish, type Texts } from '#contract/texts.ts'
import { pseudoTexts } from './pseudo-texts.ts'

export const localesDirectory = join(import.meta.dirname, '../../locales')

type Compiled = ReturnType<typeof compile> | { [key: string]: Compiled }

/** Parts of slices that pages load without the rest of their slice: `useTranslations('errors.request')`. */
export const parts: Record<string, string[]> = {
  errors: ['request'],
  likes: ['heart'],
  profiles: ['choices', 'fictional', 'interest', 'tile'],
}

/** The language in whose place a build for screenshots has `pseudoTexts`. */
let pseudoLanguage: string | undefined

/** Chooses that language by the mode of a build: `react-router build --mode pseudo-fi`. */
export function readPseudoMode(mode: string) {
  pseudoLanguage = /^pseudo-(\w\w)$/.exec(mode)?.[1]
}

/** Returns the texts of a language by slice, those that it lacks in English. */
export function readTexts(language: string): Texts {
  if (language === pseudoLanguage) return pseudoTexts(readFiles(defaultLanguage))
  return withEnglish(readFiles(defaultLanguage), language === defaultLanguage ? {} : readFiles(language))
}

/** The files of a language; mails are built apart. */
function readFiles(language: string): Texts {
  const files = readdirSync(join(localesDirectory, language)).filter(
    (name) => name.endsWith('.json') && name !== 'emails.json',
  )
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(localesDirectory, language, name), 'utf8')) as Texts,
    ]),
  )
}

/** Returns a part of a slice, or without `part` what is in none of its parts; null for an unknown slice. */
export function textsOfSlice(texts: Texts, { slice, part }: { slice: string; part: string }) {
  const all = texts[slice]
  if (typeof all !== 'object') return null
  const others = part ? [] : (parts[slice] ?? [])
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => (part ? key === part : !others.includes(key))),
  ) satisfies Texts
}

/** Returns texts as JSON with compiled ICU messages. */
export function compiledJson(texts: Texts) {
  return JSON.stringify(compileAll(texts))
}

function compileAll(texts: Texts): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileAll(value)]),
  )
}
