import { join } from 'node:path'
import type { Plugin } from 'vite'

/** From the two lines of the log, which announce a reload, to the reload. */
const RELOAD =
  /console\.error\(`Error loading route module[^]*window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/
const handler = join(import.meta.dirname, '../shell/errors/stale-chunks.ts')

/**
 * React Router reloads the page whenever a route's code cannot be fetched, without a limit and even if an
 * offline visitor only points at a link. This replaces the reload by `web/shell/errors/stale-chunks.ts`,
 * which follows SHELL-9. The build fails if a new version of the router does it differently.
 */
export function missingChunks(): Plugin {
  let isReplaced = false
  return {
    name: 'missing-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/(?:production|development)\/lib\/dom\/ssr\/routeModules\.js$/ },
      handler(code) {
        isReplaced = RELOAD.test(code)
        const handled = code.replace(RELOAD, 'return insteadOfMissingChunk(error);')
        return { code: `import { insteadOfMissingChunk } from ${JSON.stringify(handler)};${handled}`, map: null }
      },
    },
    generateBundle() {
      if (!isReplaced) this.error('React Router handles missing code differently now: adapt missing-chunks.ts.')
    },
  }
}
