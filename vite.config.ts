import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { catalogues } from '#web/vite/catalogues.ts'
import { contractInBrowser } from '#web/vite/contract-in-browser.ts'
import { missingChunks } from '#web/vite/missing-chunks.ts'

const vendor =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:query-core|react-query)|use-intl|@formatjs)\//

/** All but what is much used, yet not on the first page that somebody sees. */
const forEverybody =
  /^(?!.*(?:thumbhash|zod|conversation-cache|\/ui\/(?:avatar|picture|badge|field|alert)|icons\/(?:sparkles|info|circle-|triangle-)))/

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), contractInBrowser(), missingChunks(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // What every page needs, in one file: it compresses better, and a release of ours leaves it in the cache.
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The server finds a language's file by this name, to have it fetched early.
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.startsWith('\0virtual:catalogue/')
                ? 'assets/catalogue-[name]-[hash].js'
                : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor, priority: 1 },
                { name: 'shared', test: forEverybody, minShareCount: 8 },
              ],
            },
          },
        },
      },
    },
    // One self-contained file for a quick start, and React's fast code whatever NODE_ENV the server is started with.
    ssr: {
      resolve: { noExternal: true },
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
    },
  },
}))
