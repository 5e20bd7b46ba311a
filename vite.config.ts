import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { catalogues } from './scripts/catalogues.ts'
import { contractInBrowser } from './scripts/contract-in-browser.ts'

const vendor =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:query-core|react-query)|use-intl|@formatjs)\//

export default defineConfig({
  plugins: [catalogues(), contractInBrowser(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // What every page needs, in one file: it compresses better, and a release of ours leaves it in the cache.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'vendor', test: vendor }] },
          },
        },
      },
    },
    // One self-contained file: React's production code whatever NODE_ENV says, and a quick start.
    ssr: { resolve: { noExternal: true } },
  },
})
