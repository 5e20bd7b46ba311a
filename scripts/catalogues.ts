import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '#contract/languages.ts'

const PREFIX = 'virtual:catalogue/'
const folder = join(import.meta.dirname, '../locales')

interface Texts {
  [key: string]: string | Texts
}
type Compiled = ReturnType<typeof compile> | { [key: string]: Compiled }

/**
 * Serves `virtual:catalogue/<language>`: all slices of a language in one module, gaps filled from English, each ICU
 * message compiled, so that no message parser goes to the browser and none runs while a page is rendered.
 * Texts that only mails use stay out.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    // Messages are compiled, so use-intl needs only its small formatter.
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      const language = id.slice(PREFIX.length + 1)
      for (const each of [defaultLanguage, language]) this.addWatchFile(join(folder, each))
      const texts = compileAll(merge(readTexts(defaultLanguage), readTexts(language)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return
      for (const language of languages) {
        const module = server.moduleGraph.getModuleById(`\0${PREFIX}${language}`)
        if (module) server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
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
