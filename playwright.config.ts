import { defineConfig } from '@playwright/test'
import type { Options } from './tests/e2e/support/options.ts'
import { chromiumOptions } from './tests/support/browser/chromium.ts'

/**
 * Every journey runs once in English on a desktop; those tagged `@phone`, where size or language matters,
 * also in French on a phone, in dark colours, so that both themes are scanned. Needs `npm run build`.
 */
export default defineConfig<Options>({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/support/start-site.ts',
  outputDir: 'test-results',
  reporter: 'list',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // Enough for the longest journey on a busy machine. Photos wait longest: their processes yield to others.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    actionTimeout: 45_000,
    launchOptions: await chromiumOptions(),
    timezoneId: 'Europe/Amsterdam',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // The first page of the chat in each new browser would store all code of the chat for use without a
    // connection. Files that test what the worker does allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'en-desktop', use: { viewport: { width: 1280, height: 800 }, colorScheme: 'light', language: 'en' } },
    {
      name: 'fr-phone',
      grep: /@phone/,
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        colorScheme: 'dark',
        locale: 'fr-FR',
        language: 'fr',
      },
    },
  ],
})
