import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '#contract/languages.ts'

const WHOLE = 'virtual:catalogue/'
const SLICE = 'virtual:texts/'
const folder = join(import.meta.dirname, '../../locales')
const web = `${join(import.meta.dirname, '..')}/`

interface Texts {
  [key: string]: string | Texts
}
type Compiled = ReturnType<typeof compile> | { [key: string]: Compiled }

/**
 * Brings the texts into the web app, each ICU message compiled: no message parser goes to the browser, and none runs
 * while a page is rendered.
 * - `virtual:catalogue/<language>` is a whole language, its gaps filled from English.
 * - English comes in slices: a file that says `useTranslations('likes')` imports `virtual:texts/likes`, unseen, so that
 *   the English of a page arrives with the page's own code.
 * Texts that only mails use stay out.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    // Messages are compiled, so use-intl needs only its small formatter.
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    resolveId(id, importer) {
      if (id.startsWith(WHOLE) || id.startsWith(SLICE)) return `\0${id}`
      const isDrawn = this.environment.name === 'ssr' && importer?.startsWith(web)
      return id === 'use-intl' && isDrawn ? join(web, 'i18n/on-server/use-intl.tsx') : undefined
    },
    load(id) {
      const [, kind, name] = /^\0(virtual:(?:catalogue|texts)\/)([\w-]+)$/.exec(id) ?? []
      if (!name) return undefined
      const english = readTexts(defaultLanguage)
      for (const language of languages) this.addWatchFile(join(folder, language))
      if (kind === WHOLE) return `export default ${written(merge(english, readTexts(name)))}`
      const slice = english[name]
      if (typeof slice !== 'object') this.error(`There is no locales/${defaultLanguage}/${name}.json.`)
      return `import { addEnglish } from '#web/i18n/catalogues.ts'\naddEnglish('${name}', ${written(slice)})`
    },
    transform(code, id) {
      if (!id.startsWith(web)) return undefined
      const slices = new Set([...code.matchAll(/useTranslations\(\s*["']([\w-]+)/g)].map(([, slice]) => slice))
      if (slices.size === 0) return undefined
      // On the first line, so that every other line keeps its number.
      return { code: [...slices].map((slice) => `import '${SLICE}${slice}';`).join('') + code, map: null }
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return
      for (const [id, module] of server.moduleGraph.idToModuleMap) {
        if (id.startsWith(`\0${WHOLE}`) || id.startsWith(`\0${SLICE}`)) server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function written(texts: Texts) {
  return `JSON.parse(${JSON.stringify(JSON.stringify(compileAll(texts)))})`
}

function readTexts(language: string): Texts {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json') && name !== 'emails.json')
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, language, name), 'utf8')),
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
