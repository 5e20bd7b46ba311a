import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, '../features/landers/browser/script.ts')

/**
 * Builds the script of the landing pages as its own file, `assets/lander-script-<hash>.js`. No module of the
 * web app imports it: those pages are not hydrated, and the server names the file in their HTML.
 */
export function landerScript(): Plugin {
  return {
    name: 'lander-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, name: 'lander-script' })
    },
  }
}
