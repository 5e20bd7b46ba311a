import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '#contract/languages.ts'

/** Parts of slices that pages load without the rest of their slice: `useTranslations('errors.request')`. */
const parts: Record<string, string[]> = {
  errors: ['request'],
  likes: ['heart'],
  profiles: ['choices', 'fictional', 'tile'],
}

/** Slices of what only the server renders: left out of the catalogues of the browser. */
const serverOnly = ['discovery', 'landers', 'offline']

/** Slices of the operators' console, which the pages of members do not load. */
const isOfConsole = (slice: string) => /^operator(?:-|$)/.test(slice)

const WHOLE = 'virtual:catalogue/'
const CONSOLE = 'virtual:console-texts/'
const SLICE = 'virtual:texts/'
const directory = join(import.meta.dirname, '../../locales')
const web = `${join(import.meta.dirname, '..')}/`

interface Texts {
  [key: string]: string | Texts
}
type Compiled = ReturnType<typeof compile> | { [key: string]: Compiled }

/**
 * Provides the web app's texts with compiled ICU messages, so that neither browser nor server parses messages
 * at run time.
 * - `virtual:catalogue/<language>` is a whole language, with missing texts filled from English. In the
 *   browser the texts of the operators' console are apart, in `virtual:console-texts/<language>`.
 * - English is split by slice: this plugin adds an import of `virtual:texts/likes` to each file that calls
 *   `useTranslations('likes')`, so that a page's English texts come with its code. A slice of which many
 *   pages need a few texts has these in a part (`parts`).
 * Texts that only mails use are left out.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    // Compiled messages need only the small formatter of use-intl.
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    resolveId(id) {
      return [WHOLE, CONSOLE, SLICE].some((kind) => id.startsWith(kind)) ? `\0${id}` : undefined
    },
    load(id) {
      const [, kind, name] = /^\0(virtual:(?:catalogue|console-texts|texts)\/)([\w.-]+)$/.exec(id) ?? []
      if (!name) return undefined
      const english = readTexts(defaultLanguage)
      for (const language of languages) this.addWatchFile(join(directory, language))
      if (kind === WHOLE) {
        const all = merge(english, readTexts(name))
        const sent = Object.entries(all).filter(
          ([slice]) => !isInBrowser(this) || (!serverOnly.includes(slice) && !isOfConsole(slice)),
        )
        return `export default ${moduleText(Object.fromEntries(sent))}`
      }
      if (kind === CONSOLE) {
        const ofConsole = Object.entries(merge(english, readTexts(name))).filter(([slice]) => isOfConsole(slice))
        return `export default ${moduleText(Object.fromEntries(ofConsole))}`
      }
      const [slice = '', part] = name.split('.')
      const texts = english[slice]
      if (typeof texts !== 'object') this.error(`There is no locales/${defaultLanguage}/${slice}.json.`)
      const others = part ? [] : (parts[slice] ?? [])
      if (isInBrowser(this) && serverOnly.includes(slice)) return 'export {}'
      const own = Object.entries(texts).filter(([key]) => (part ? key === part : !others.includes(key)))
      return [
        ...others.map((each) => `import '${SLICE}${slice}.${each}'`),
        "import { addEnglish } from '#web/i18n/catalogues.ts'",
        `addEnglish('${slice}', ${moduleText(Object.fromEntries(own))})`,
      ].join('\n')
    },
    transform(code, id) {
      if (!id.startsWith(web)) return undefined
      const used = [...code.matchAll(/useTranslations\(\s*["']([\w-]+)(?:\.([\w-]+))?/g)]
      const slices = new Set(
        used.map(([, slice = '', part = '']) => (parts[slice]?.includes(part) ? `${slice}.${part}` : slice)),
      )
      if (slices.size === 0) return undefined
      // Added to the first line, so that all line numbers stay the same.
      return { code: [...slices].map((slice) => `import '${SLICE}${slice}';`).join('') + code, map: null }
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(directory)) return
      for (const [id, module] of server.moduleGraph.idToModuleMap) {
        if ([WHOLE, CONSOLE, SLICE].some((kind) => id.startsWith(`\0${kind}`)))
          server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function isInBrowser({ environment }: { environment: { name: string } }) {
  return environment.name === 'client'
}

function moduleText(texts: Texts) {
  return `JSON.parse(${JSON.stringify(JSON.stringify(compileAll(texts)))})`
}

function readTexts(language: string): Texts {
  const files = readdirSync(join(directory, language)).filter(
    (name) => name.endsWith('.json') && name !== 'emails.json',
  )
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(directory, language, name), 'utf8')),
    ]),
  )
}

function merge(base: Texts, over: Texts): Texts {
  const result = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    result[key] = typeof value === 'object' && typeof below === 'object' ? merge(below, value) : value
  }
  return result
}

function compileAll(texts: Texts): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileAll(value)]),
  )
}
