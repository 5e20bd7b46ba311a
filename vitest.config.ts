import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', 'build/**', 'data/**', 'tests/e2e/**']
/** One PostgreSQL for the run; see tests/support/database.ts. */
const withDatabase = { globalSetup: 'tests/support/postgres-for-tests.ts' }

export default defineConfig({
  test: {
    projects: [
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: { name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...ignored, '**/*.int.test.ts'] },
      },
      {
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          testTimeout: 20_000,
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/*.fault.ts'],
          // They start and kill programs, and wait for them.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'boot',
          include: ['tests/boot/*.boot.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
