import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { catalogues } from '#web/vite/catalogues.ts'
import { chunkGroups } from '#web/vite/chunk-groups.ts'
import { contractInBrowser } from '#web/vite/contract-in-browser.ts'
import { libraryGuards } from '#web/vite/library-guards.ts'
import { missingChunks } from '#web/vite/missing-chunks.ts'

export default defineConfig(({ command }) => ({
  plugins: [catalogues(), contractInBrowser(), missingChunks(), libraryGuards(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The server finds the file of a language by this name and names it in the page's head.
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.startsWith('\0virtual:catalogue/')
                ? 'assets/catalogue-[name]-[hash].js'
                : 'assets/[name]-[hash].js',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    // One self-contained file for a quick start. React's production code, whatever NODE_ENV the server is started with.
    ssr: {
      resolve: { noExternal: true },
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
    },
  },
}))
