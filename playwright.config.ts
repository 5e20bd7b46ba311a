import { defineConfig } from '@playwright/test'
import type { Options } from './tests/e2e/support/options.ts'
import { chromiumOptions } from './tests/support/chromium.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1280, height: 800 } }
const dark = { colorScheme: 'dark' } as const

/** Every journey in both languages and at both sizes, one of each dark; `npm run build` comes first. */
export default defineConfig<Options>({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/e2e/support/start-site.ts',
  outputDir: 'test-results',
  reporter: 'list',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: await chromiumOptions(),
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'en-phone', use: { ...phone, language: 'en' } },
    { name: 'en-desktop', use: { ...desktop, ...dark, language: 'en' } },
    { name: 'fr-phone', use: { ...phone, ...dark, language: 'fr' } },
    { name: 'fr-desktop', use: { ...desktop, language: 'fr' } },
  ],
})
