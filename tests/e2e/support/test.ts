import { randomUUID } from 'node:crypto'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { buildMember, type Member } from '../../support/builders.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { translatorFor, type Translate } from '#tests/support/translator.ts'
import { someAddress } from '../../support/site-calls.ts'
import type { Options } from './options.ts'
import { createWatch, type Watch } from './watch.ts'

interface Fixtures {
  t: Translate
  /** A member of this test's own, in this project's language. */
  build: (wishes?: Parameters<typeof buildMember>[1]) => Promise<Member>
  /** Another browser, with nobody or with a member logged in. `page` is a first one, with nobody. */
  open: (member?: Pick<Member, 'cookie'>) => Promise<Page>
  watch: Watch
}

interface WorkerFixtures {
  origin: string
  /** The running site's data, see `openSiteWorld`. */
  testSite: AppContext
}

export { expect }

/** Playwright's `test` on the running site. It fails on anything that a browser complains about meanwhile. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  language: ['en', { option: true }],

  origin: [async ({}, give) => give(given('E2E_ORIGIN')), { scope: 'worker' }],

  testSite: [
    async ({ origin }, give) => {
      const testSite = await openTestSite({ origin, dataDir: given('E2E_DATA_DIR') })
      await give(testSite)
      await testSite.close()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ origin }, give) => give(origin),

  t: async ({ language }, give) => give(translatorFor(language)),

  build: async ({ testSite, language }, give) =>
    give((wishes) => buildMember(testSite, { language, email: `${randomUUID()}@example.com`, ...wishes })),

  watch: [
    async ({}, give) => {
      const watch = createWatch()
      await give(watch)
      expect(watch.problems()).toEqual([])
    },
    { auto: true },
  ],

  open: async ({ browser, baseURL, language, watch }, give) => {
    const contexts: BrowserContext[] = []
    await give(async (member) => {
      const context = await browser.newContext({ extraHTTPHeaders: someAddress() })
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
    for (const context of contexts) await context.close()
  },

  page: async ({ open }, give) => give(await open()),
})

function given(name: string) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start-site.ts has not run`)
  return value
}
