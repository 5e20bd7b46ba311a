import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage, languages } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { LANGUAGE_PLACEHOLDER, textsPlaceholder } from './language-files.ts'
import { compiledJson, localesDirectory, parts, readPseudoMode, readTexts, textsOfSlice } from './read-texts.ts'

/** Slices of what only the server renders: left out of the catalogues of the browser. */
const serverOnly = ['discovery', 'landers', 'offline']

/** Slices of the operators' console, which the pages of members do not load. */
const isOfConsole = (slice: string) => /^operator(?:-|$)/.test(slice)

const WHOLE = 'virtual:catalogue/'
const CONSOLE = 'virtual:console-texts/'
const SLICE = 'virtual:texts/'
const web = `${join(import.meta.dirname, '..')}/`

/**
 * Provides the web app's texts with compiled ICU messages, so that neither browser nor server parses messages
 * at run time. A text that a language lacks is English.
 * - Texts are split by slice: this plugin adds an import of `virtual:texts/likes` to each file that calls
 *   `useTranslations('likes')`, so that a page's texts come with its code. A slice of which many pages need a
 *   few texts has these in a part (`parts`). The build of the browser has a placeholder there, and
 *   `language-files.ts` writes each of its files in every language; `FILES_LANGUAGE` names it.
 * - `virtual:catalogue/<language>` is a whole language, for the server and for a change of language. In the
 *   browser the texts of the operators' console are apart, in `virtual:console-texts/<language>`.
 * Texts that only mails use are left out.
 */
export function catalogues(): Plugin {
  let isBuild = false
  return {
    name: 'catalogues',
    enforce: 'pre',
    // Compiled messages need only the small formatter of use-intl.
    config: (_config, { command }) => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
      ...(command === 'build' && {
        environments: {
          client: { define: { 'import.meta.env.FILES_LANGUAGE': JSON.stringify(LANGUAGE_PLACEHOLDER) } },
        },
      }),
    }),
    configResolved({ command, mode }) {
      isBuild = command === 'build'
      readPseudoMode(mode)
    },
    resolveId(id) {
      return [WHOLE, CONSOLE, SLICE].some((kind) => id.startsWith(kind)) ? `\0${id}` : undefined
    },
    load(id) {
      const inBrowser = this.environment.name === 'client'
      const hasPlaceholders = inBrowser && isBuild
      const [, kind, name] = /^\0(virtual:(?:catalogue|console-texts|texts)\/)([\w.-]+)$/.exec(id) ?? []
      if (!name) return undefined
      for (const language of languages) this.addWatchFile(join(localesDirectory, language))
      if (kind !== SLICE) {
        const isSent = (slice: string) =>
          kind === CONSOLE ? isOfConsole(slice) : !inBrowser || (!serverOnly.includes(slice) && !isOfConsole(slice))
        const sent = Object.entries(readTexts(name)).filter(([slice]) => isSent(slice))
        return `export default ${parsed(compiledJson(Object.fromEntries(sent)))}`
      }
      const [slice = '', part = ''] = name.split('.')
      if (inBrowser && serverOnly.includes(slice)) return 'export {}'
      const own: Texts | null = textsOfSlice(readTexts(defaultLanguage), { slice, part })
      if (!own) this.error(`There is no locales/${defaultLanguage}/${slice}.json.`)
      const others = part ? [] : (parts[slice] ?? [])
      const json = compiledJson(own)
      return [
        ...others.map((each) => `import '${SLICE}${slice}.${each}'`),
        "import { addTexts } from '#web/i18n/catalogues.ts'",
        `addTexts('${slice}', ${parsed(hasPlaceholders ? textsPlaceholder({ slice, part }) : json)})`,
        // As long as it will be: chunk-groups.ts goes by the length of modules.
        ...(hasPlaceholders ? [`/* ${' '.repeat(json.length)} */`] : []),
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
      if (!file.startsWith(localesDirectory)) return
      for (const [id, module] of server.moduleGraph.idToModuleMap) {
        if ([WHOLE, CONSOLE, SLICE].some((kind) => id.startsWith(`\0${kind}`)))
          server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function parsed(json: string) {
  return `JSON.parse(${JSON.stringify(json)})`
}
