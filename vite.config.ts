import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { catalogues } from '#web/vite/catalogues.ts'
import { chunkGroups } from '#web/vite/chunk-groups.ts'
import { exactChunks } from '#web/vite/exact-chunks.ts'
import { landerScript } from '#web/vite/lander-script.ts'
import { missingChunks } from '#web/vite/missing-chunks.ts'
import { offlineFiles } from '#web/vite/offline-files.ts'

/**
 * Files of which a page calls most functions while it opens. Their first line makes the browser compile them
 * in the background while the file arrives (https://v8.dev/blog/explicit-compile-hints).
 */
const compiledAtOnce = new Set(['vendor', 'shell', 'members-shared', 'members', 'live-for-member'])

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), exactChunks(), missingChunks(), landerScript(), offlineFiles(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: {
    target: 'es2022',
    minify: 'oxc',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        // The licences of all packages in the browser's files ask to go with them.
        license: { fileName: 'licences.txt' },
        rolldownOptions: {
          output: {
            // A hash only differs from those of the same name in other releases. Each character is in the
            // first load for every chunk of the site, because the routes' table names them all.
            entryFileNames: 'assets/[name]-[hash:7].js',
            // The server finds the file of a language by this name and names it in the page's head.
            chunkFileNames({ facadeModuleId }) {
              const [, kind] = /^\0virtual:(catalogue|console-texts)\//.exec(facadeModuleId ?? '') ?? []
              return `assets/${kind ? `${kind}-` : ''}[name]-[hash:7].js`
            },
            codeSplitting: { groups: chunkGroups },
            postBanner: ({ name }) => (compiledAtOnce.has(name) ? '//# allFunctionsCalledOnLoad\n' : ''),
          },
        },
      },
    },
    // One self-contained file for a quick start, with React's production code whatever NODE_ENV is.
    ssr: {
      resolve: { noExternal: true },
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
    },
  },
}))
