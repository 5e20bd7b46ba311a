import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, languages } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { compiledJson, readTexts, textsOfSlice } from './read-texts.ts'

interface Slice {
  slice: string
  /** Empty: all of the slice that is in no part of it. */
  part: string
}

/** In the build stands for the language of the file that it is in. */
export const LANGUAGE_PLACEHOLDER = '@@language@@'

/** The build chooses the quotes of a text. */
const placeholders = /(["'`])@@texts:([\w-]+)\.(\w*):\w+@@\1/g

/**
 * Returns what the build has in place of a slice's texts. It names their content in all languages, so that
 * the name of the file changes with a text.
 */
export function textsPlaceholder(slice: Slice) {
  const hash = createHash('sha256')
  for (const language of languages) hash.update(compiledJson(textsOfSlice(textsIn(language), slice) ?? {}))
  return `@@texts:${slice.slice}.${slice.part}:${hash.digest('hex').slice(0, 12)}@@`
}

const read = new Map<string, Texts>()

/** Reads a language once for a build. */
function textsIn(language: string) {
  const texts = read.get(language) ?? readTexts(language)
  read.set(language, texts)
  return texts
}

/**
 * Writes the files of the browser's build in each language: `assets/<name>` in English and
 * `assets/<language>/<name>` in another one, where it has texts. Files name each other by relative paths, so
 * a page whose first scripts are in the directory of a language gets all others from there, too; those
 * without texts are sent from `assets/` under that path (server/built-files.ts). React Router's table of
 * routes has absolute paths and is written for each language.
 */
export async function writeLanguageFiles(clientDirectory: string) {
  const directory = join(clientDirectory, 'assets')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.js'))
  const files = await Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(directory, name), 'utf8') })),
  )
  for (const language of languages) {
    const texts = textsIn(language)
    const isEnglish = language === defaultLanguage
    const target = isEnglish ? directory : join(directory, language)
    await mkdir(target, { recursive: true })
    for (const { name, code } of files) {
      const own = inLanguage(code, { language, texts })
      if (own !== code) await writeFile(join(target, name), own)
    }
  }
}

function inLanguage(code: string, { language, texts }: { language: string; texts: Texts }) {
  const isTable = code.startsWith('window.__reactRouterManifest=')
  if (isTable) return language === defaultLanguage ? code : withLanguagePaths(code, language)
  return code
    .replaceAll(placeholders, (_all, _quote, slice: string, part: string) => {
      const own = textsOfSlice(texts, { slice, part })
      if (!own) throw new Error(`There is no locales/${defaultLanguage}/${slice}.json.`)
      return templateLiteral(compiledJson(own))
    })
    .replaceAll(LANGUAGE_PLACEHOLDER, language)
    .replaceAll(preloaded, language === defaultLanguage ? '$&' : `"assets/${language}/$1"`)
}

/** Scripts that Vite preloads together with a style sheet of theirs. */
const preloaded = /"assets\/([\w.-]+\.js)"/g

function withLanguagePaths(table: string, language: string) {
  return table.replaceAll(/"\/assets\/([\w.-]+\.js)"/g, `"/assets/${language}/$1"`)
}

/** Backticks, because JSON is full of the other quotes. */
function templateLiteral(text: string) {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``
}
