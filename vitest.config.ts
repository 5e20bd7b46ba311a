import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', 'build/**', 'data/**', 'tests/e2e/**']
/** One PostgreSQL for the run; see tests/support/site/database.ts. */
const withDatabase = { globalSetup: 'tests/support/site/postgres-for-tests.ts' }
/** Limits for a busy machine, on which a test still passes. None makes a passing test take longer. */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: 'tests/support/site/patience.ts',
}

/** Evaluating the modules again for each file would take half of the time, of the unit tests most of it. */
const sharedModules = {
  isolate: false,
  setupFiles: [patient.setupFiles, 'tests/support/site/shared-modules.ts'],
}

/** Not that of most servers: finds what counts a day or a month by the zone of the machine. */
const env = { TZ: 'America/New_York' }

export default defineConfig({
  test: {
    // Vitest would leave one processor free: half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          ...patient,
          name: 'unit',
          env,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.int.test.ts'],
          ...sharedModules,
        },
      },
      {
        test: {
          ...patient,
          name: 'integration',
          env,
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          ...sharedModules,
          ...withDatabase,
        },
      },
      {
        test: {
          ...patient,
          name: 'faults',
          include: ['tests/faults/*.fault.ts'],
          fileParallelism: false,
          ...withDatabase,
        },
      },
      {
        test: {
          ...patient,
          name: 'boot',
          include: ['tests/boot/*.boot.ts'],
          fileParallelism: false,
          ...withDatabase,
        },
      },
    ],
  },
})
