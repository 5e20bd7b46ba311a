import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { demoCompany } from '#server/features/settings/defaults.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'

/** Adds a site with these settings on its own domain, apart from other tests. Returns its origin. */
export async function addSite(
  context: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'ageProvider'>,
  { origin, settings }: { origin: string; settings: Partial<Settings> },
) {
  // Browsers lead every name that ends in .localhost to this computer, and trust it like https.
  const domain = `${randomUUID()}.localhost`
  await context.transaction((tx) =>
    insertSite(tx, { domain, isDefault: false, company: demoCompany, at: context.clock.now() }),
  )
  const { id } = await context.db
    .selectFrom('sites')
    .select('id')
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow()
  await changeSettings(context, {
    siteId: id,
    settings: { name: 'Rendezvous', enable_site_entry_popup: 'no', push_public_key: '', ...settings },
  })
  return `http://${domain}:${new URL(origin).port}`
}

interface SiteInput {
  testSite: AppContext
  origin: string
  language: string
  settings: Partial<Settings>
}

/** Adds a site for this test, on which the browser has chosen the language. */
export async function openSite(page: Page, { testSite, origin, language, settings }: SiteInput) {
  const site = await addSite(testSite, { origin, settings })
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site }])
  // The running site has the new settings a moment later.
  await expect(async () => {
    const answer = await page.request.get(`${origin}/api/settings`, { headers: { host: new URL(site).host } })
    const reply = (await answer.json()) as { settings: object }
    expect(reply.settings).toMatchObject(settings)
  }).toPass()
  return site
}
