import type { Page } from '@playwright/test'
import type { Settings } from '#contract/settings/schemas.ts'
import { openFilters } from '../support/search-steps.ts'
import { visit } from '../support/screen.ts'
import { openSite } from '../support/own-site.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'

test.use({ serviceWorkers: 'allow' })

const DENIED = 'Access is denied for this document.'

/** Makes the page's browser one that blocks site data: reading any of these properties throws there. */
async function blockSiteData(page: Page, watch: Watch) {
  // The router's script that restores the place in the page reports the error, and nothing follows from it.
  watch.acceptReports(DENIED)
  await page.addInitScript((message) => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(message, 'SecurityError')
        },
      })
  }, DENIED)
}

test('a visitor whose browser blocks site data can use pages and landing pages, and close the entry warning', async ({
  page,
  t,
  testSite,
  origin,
  language,
  watch,
}) => {
  await blockSiteData(page, watch)
  const settings: Partial<Settings> = { enable_site_entry_popup: 'yes', countries: ['NL', 'BE'] }
  const site = await openSite(page, { testSite, origin, language, settings })
  const warning = page.getByRole('dialog', { name: t('pages.entry.title', { site: 'Rendezvous' }) })
  await page.goto(`${site}/landers/gallery`)
  await expect(warning).toBeVisible()
  await expect(page.locator('html[data-scripted]')).toBeAttached()
  await visit(page, `${site}/pricing`)
  await warning.getByRole('button', { name: t('pages.entry.enter'), exact: true }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByText('500', { exact: true })).toBeHidden()
  await visit(page, `${site}/signup`)
  // Nothing was stored, so that it opens on each page, over what is there.
  await warning.getByRole('button', { name: t('pages.entry.enter'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('500', { exact: true })).toBeHidden()
})

test('a member whose browser blocks site data can search, read and choose', async ({ open, build, t, watch }) => {
  const page = await open(await build())
  await blockSiteData(page, watch)
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  await filters.getByRole('checkbox', { name: t('search.flags.online') }).click()
  await expect(page).toHaveURL(/online=true/)
  await visit(page, '/notifications/notifications')
  await expect(page.getByRole('switch', { name: t('chat-list.discreet.label') })).toBeVisible()
  await visit(page, '/chats')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
