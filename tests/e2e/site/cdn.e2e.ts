import { addSite } from '../support/own-site.ts'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('the files of the build come from the origin that the site names, also those that are loaded later', async ({
  browser,
  watch,
  t,
  origin,
  testSite,
}) => {
  // The same server under another name, as a network of caches in front of it would be.
  const own = await addSite(testSite, { origin, settings: { cdn_prefix: origin } })
  // Without the header of other tests, for which the browser would ask the other origin first.
  const context = await browser.newContext({ locale: 'en-GB' })
  watch.follow(context)
  const page = await context.newPage()
  const policy = async () => (await page.goto(`${own}/ban`))?.headers()['content-security-policy']
  await expect.poll(policy).toContain(`script-src 'self' ${origin} `)

  const files: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) files.push(request.url())
  })
  await visit(page, `${own}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const onFirstPage = files.length
  await page.getByRole('link', { name: t('accounts.login.forgot') }).click()
  await expect(page).toHaveURL(`${own}/reset-password`)
  await expect(page.getByRole('heading', { name: t('accounts.reset.heading') })).toBeVisible()
  expect(files.length).toBeGreaterThan(onFirstPage)
  expect(files.filter((url) => !url.startsWith(`${origin}/assets/`))).toEqual([])
  await context.close()
})
