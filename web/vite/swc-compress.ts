import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/**
 * Compresses the scripts of browsers with SWC before Vite's own minifier (Oxc) runs: together they make them smaller than either
 * of them alone, in a tenth of Terser's time.
 */
export function swcCompress(): Plugin {
  return {
    name: 'swc-compress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async renderChunk(code) {
      const { code: smaller } = await minify(code, {
        module: true,
        mangle: true,
        // Not `unsafe_arrows`: SWC also turns functions into arrow functions that use `arguments`.
        compress: { passes: 3, ecma: 2020 },
        format: { comments: false },
      })
      return { code: smaller, map: null }
    },
  }
}
