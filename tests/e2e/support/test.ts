import { randomUUID } from 'node:crypto'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { buildMember, type Member } from '../../support/builders.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { translatorFor, type Translate } from '#tests/support/fakes/translator.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import type { Options } from './options.ts'
import { preparePersonas, type Personas } from './personas.ts'
import { createWatch, type Watch } from './watch.ts'

export interface Fixtures {
  t: Translate
  /** Builds a member for this test alone, in this project's language. */
  build: (input?: Parameters<typeof buildMember>[1]) => Promise<Member>
  /** Opens another browser context, of a visitor or a logged-in member. `page` is a visitor's. */
  open: (member?: Pick<Member, 'cookie'>) => Promise<Page>
  watch: Watch
}

interface WorkerFixtures {
  origin: string
  /** The running site's data, see `openTestSite`. */
  testSite: AppContext
  /** Prepared when a test first asks for them. */
  personas: Personas
}

export { expect }

/** Playwright's `test` on the running site. Fails a test on any error that its browsers report. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  language: ['en', { option: true }],

  origin: [async ({}, provide) => provide(variable('E2E_ORIGIN')), { scope: 'worker' }],

  testSite: [
    async ({ origin }, provide) => {
      const testSite = await openTestSite({ origin, dataDir: variable('E2E_DATA_DIR') })
      await provide(testSite)
      await testSite.close()
    },
    { scope: 'worker' },
  ],

  personas: [
    async ({ testSite, origin }, provide) => provide(await preparePersonas(testSite, origin)),
    { scope: 'worker' },
  ],

  baseURL: async ({ origin }, provide) => provide(origin),

  t: async ({ language }, provide) => provide(translatorFor(language)),

  build: async ({ testSite, language }, provide) =>
    provide((input) =>
      buildMember(testSite, {
        language,
        email: `${randomUUID()}@example.com`,
        // Most tests are about established members: no banner and lowered prices of the first hours.
        signedUpMsAgo: DAY,
        ...input,
      }),
    ),

  watch: [
    async ({}, provide) => {
      const watch = createWatch()
      await provide(watch)
      expect(watch.problems()).toEqual([])
    },
    { auto: true },
  ],

  open: async ({ browser, baseURL, language, watch }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (member) => {
      const context = await browser.newContext({ extraHTTPHeaders: randomAddress() })
      contexts.push(context)
      watch.follow(context)
      const url = baseURL ?? ''
      await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
      if (member) {
        const [name = '', value = ''] = member.cookie.split('=')
        await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
      }
      return context.newPage()
    })
    for (const context of contexts) {
      // Playwright takes a screenshot of each page that is open here, though the test may pass. One that has
      // failed has its screenshots by now, unless it fails by what its browsers report.
      if (watch.problems().length === 0) await Promise.all(context.pages().map((page) => page.close()))
      await context.close()
    }
  },

  page: async ({ open }, provide) => provide(await open()),
})

function variable(name: string) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start-site.ts has not run`)
  return value
}
