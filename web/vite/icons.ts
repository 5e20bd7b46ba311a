import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = '\0lucide-icon'
const IMPORT = /import \{([^}]+)\} from 'lucide-react'/
const ours = join(import.meta.dirname, '../ui/elements/icon.ts')

/**
 * Makes the icons of Lucide with `web/ui/elements/icon.ts`. The build fails when Lucide no longer makes them that
 * way. Each icon is imported from its own file, so that the build reads only those that are used, and sees which
 * modules use them.
 */
export function icons(): Plugin {
  let isFound = false
  let files: Map<string, string> | undefined
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/')) return undefined
      isFound = true
      return VIRTUAL
    },
    load(id) {
      return id === VIRTUAL ? `export { createLucideIcon as default } from ${JSON.stringify(ours)}` : undefined
    },
    transform: {
      filter: { id: /\/web\/[^?]*\.tsx?(?:\?|$)/, code: IMPORT },
      async handler(code) {
        if (this.environment.mode !== 'build') return undefined
        files ??= iconFiles((await this.resolve('lucide-react'))?.id ?? '')
        const found = files
        return { code: code.replace(IMPORT, (_, names: string) => importsOf(names, found)), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('Lucide has no createLucideIcon.mjs any more: adapt web/vite/icons.ts.')
    },
  }
}

/** The file of each icon by its names. `index`: path of the module that exports them all. */
function iconFiles(index: string) {
  const exports = readFileSync(index, 'utf8').matchAll(/export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g)
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

/** Returns the imports of some names, each from its own file, on one line as before. */
function importsOf(names: string, files: ReadonlyMap<string, string>) {
  return (
    names
      .split(',')
      .map((each) => each.trim())
      // Types are in no file.
      .filter((each) => each !== '' && !each.startsWith('type '))
      .map((each) => {
        const [name = '', local = name] = each.split(' as ')
        const file = files.get(name)
        if (!file) throw new Error(`Lucide has no icon ${name}: adapt web/vite/icons.ts.`)
        return `import ${local} from 'lucide-react/icons/${file}'`
      })
      .join(';')
  )
}
