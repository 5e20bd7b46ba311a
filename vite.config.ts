import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { catalogues } from './scripts/catalogues.ts'

export default defineConfig({
  plugins: [catalogues(), tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    // One self-contained file: React's production code whatever NODE_ENV says, and a quick start.
    ssr: { resolve: { noExternal: true } },
  },
})
