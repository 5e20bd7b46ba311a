import { defineConfig } from 'vite'

/** Builds the mails and the mailbox page into one file that the server imports. */
export default defineConfig({
  publicDir: false,
  // React's production code, whatever the process that builds or runs is called.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic' } },
  ssr: { noExternal: true },
  build: {
    ssr: 'emails/index.tsx',
    outDir: 'build/emails',
    target: 'node24',
    minify: true,
    // Only for `pretty`, which nobody calls.
    rolldownOptions: { external: /^prettier/ },
  },
})
