import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'

/** Texts by their full key: `likes.tabs.received`. The first part is the file. */
export type Locale = Map<string, string>

export function readLocale(folder: string): Locale {
  const texts: Locale = new Map()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    collect(JSON.parse(readFileSync(join(folder, file), 'utf8')), file.replace(/\.json$/, ''), texts)
  }
  return texts
}

function collect(value: unknown, key: string, texts: Locale) {
  if (typeof value === 'string') texts.set(key, value)
  else for (const [name, each] of Object.entries(value ?? {})) collect(each, `${key}.${name}`, texts)
}

/** Compares a catalogue with the English one. Returns a sentence for each problem. */
export function checkTexts({ name, english, locale }: { name: string; english: Locale; locale: Locale }) {
  const problems: string[] = []
  for (const key of english.keys()) if (!locale.has(key)) problems.push(`${name}: ${key} is missing`)
  for (const [key, text] of locale) {
    const original = english.get(key)
    if (original === undefined) {
      problems.push(`${name}: ${key} is not in English`)
      continue
    }
    try {
      const here = variablesIn(text).join(', ')
      const there = variablesIn(original).join(', ')
      if (here !== there)
        problems.push(`${name}: ${key} has the variables ${here || 'none'}, English has ${there || 'none'}`)
    } catch (error) {
      problems.push(`${name}: ${key} cannot be parsed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return problems
}

/** Returns the names of the variables and tags of an ICU message, sorted. */
export function variablesIn(text: string) {
  const names = new Set<string>()
  collectNames(compile(text), names)
  return [...names].toSorted()
}

/** A compiled message is a text, 0 for `#`, or a list of parts; one with a variable begins with its name. */
function collectNames(node: unknown, names: Set<string>) {
  if (!Array.isArray(node)) return
  for (const part of node) {
    if (!Array.isArray(part)) continue
    const [name, ...rest] = part as unknown[]
    if (typeof name === 'string') names.add(name)
    for (const each of rest) {
      if (Array.isArray(each)) collectNames([each], names)
      else if (each && typeof each === 'object') for (const option of Object.values(each)) collectNames(option, names)
    }
  }
}
