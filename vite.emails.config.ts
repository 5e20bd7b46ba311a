import { defineConfig } from 'vite'

/** Builds the mails and the mailbox page into one file that the server imports. */
export default defineConfig({
  publicDir: false,
  // React's production code, whatever NODE_ENV the build or the server has.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: true },
  build: {
    ssr: 'emails/index.tsx',
    outDir: 'build/emails',
    target: 'node24',
    minify: true,
    // Needed only for React Email's option `pretty`, which is not used.
    rolldownOptions: { external: /^prettier/ },
  },
})
