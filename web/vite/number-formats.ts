import { join } from 'node:path'
import type { Plugin } from 'vite'

const CONSTRUCTOR = 'getNumberFormat:I(Intl.NumberFormat,'
const ours = join(import.meta.dirname, '../i18n/number-format.ts')

/**
 * Formats the numbers in the texts of pages with `web/i18n/number-format.ts` in the browser. The build fails when a new version of
 * use-intl makes its formatters in another way.
 */
export function numberFormats(): Plugin {
  let isReplaced = false
  return {
    name: 'number-formats',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/use-intl\/dist\/esm\/production\/formatters-[\w-]+\.js$/ },
      handler(code) {
        isReplaced = code.includes(CONSTRUCTOR)
        const replaced = code.replace(CONSTRUCTOR, CONSTRUCTOR.replace('Intl.NumberFormat', 'NumberFormat'))
        return { code: `import { NumberFormat } from ${JSON.stringify(ours)};${replaced}`, map: null }
      },
    },
    generateBundle() {
      if (!isReplaced) this.error('use-intl makes its formatters in another way now: adapt number-formats.ts.')
    },
  }
}
