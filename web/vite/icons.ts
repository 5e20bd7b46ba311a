import { join } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = '\0lucide-icon'
const ours = join(import.meta.dirname, '../ui/elements/icon.ts')

/** Makes the icons of Lucide with `web/ui/elements/icon.ts`. The build fails when Lucide no longer makes them that way. */
export function icons(): Plugin {
  let isFound = false
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
    buildEnd(error) {
      if (!error && !isFound) this.error('Lucide has no createLucideIcon.mjs any more: adapt web/vite/icons.ts.')
    },
  }
}
