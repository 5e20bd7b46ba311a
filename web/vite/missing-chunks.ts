import { join } from 'node:path'
import type { Plugin } from 'vite'

const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/
const handler = join(import.meta.dirname, '../shell/stale-chunks.ts')

/**
 * React Router loads the page anew whenever the code of a route cannot be fetched, however often that happens and even if
 * somebody who is offline only points at a link. Here that moment is handed to `web/shell/stale-chunks.ts`, which keeps
 * to SHELL-9. The build fails if a new version of the router does it differently.
 */
export function missingChunks(): Plugin {
  return {
    name: 'missing-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/(?:production|development)\/lib\/dom\/ssr\/routeModules\.js$/ },
      handler(code) {
        if (!RELOAD.test(code)) this.error('React Router handles missing code differently now: see missing-chunks.ts.')
        const handled = code.replace(RELOAD, 'return insteadOfMissingChunk(error);')
        return { code: `import { insteadOfMissingChunk } from ${JSON.stringify(handler)};${handled}`, map: null }
      },
    },
  }
}
