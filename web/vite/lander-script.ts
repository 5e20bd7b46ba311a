import { join } from 'node:path'
import type { Plugin } from 'vite'

const directory = join(import.meta.dirname, '../features/landers/browser/')

/**
 * Builds the script of the landing pages as its own file, `assets/lander-script-<hash>.js`. No module of the
 * web app imports it: those pages are not hydrated, and the server names the file in their HTML.
 */
export function landerScript(): Plugin {
  return {
    name: 'lander-script',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: `${directory}script.ts`, name: 'lander-script' })
    },
    // What it shares with the app it contains as a copy, so that neither requests a file for the other.
    resolveId: {
      filter: { id: /^#web\// },
      async handler(id, importer) {
        if (!importer?.startsWith(directory)) return null
        const shared = await this.resolve(id, importer, { skipSelf: true })
        return shared && `${shared.id}?copy`
      },
    },
  }
}
