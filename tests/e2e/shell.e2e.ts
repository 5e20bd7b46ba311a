import { visit } from './support/screen.ts'
import { openAccountMenu } from './support/steps.ts'
import { expect, test } from './support/test.ts'

test('an unknown page is a 404 with a link home', async ({ page, open, build, t, watch }) => {
  watch.expectError(404, '/nowhere')
  for (const visitor of [page, await open(await build())]) {
    await visit(visitor, '/nowhere/at-all')
    await expect(visitor.getByText('404', { exact: true })).toBeVisible()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(t('errors.request.not_found'))
  }
  await page.getByRole('link', { name: t('shell.error.home') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.hero.title'))
})

test('a member that does not exist, an unknown tab and an unknown bundle are 404s too', async ({
  open,
  build,
  watch,
  t,
}) => {
  const page = await open(await build())
  for (const path of ['/members/aaaaaaaaaaaaaa', '/likes/unknown', '/credits/p9', '/transactions/aaaaaaaaaaaaaa']) {
    watch.expectError(404, path)
    await visit(page, path)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: t('shell.error.home') })).toBeVisible()
  }
})

test('a page that fails to load shows its error, and loads after a press on retry', async ({
  open,
  build,
  t,
  watch,
}) => {
  const page = await open(await build({ gender: 'male' }))
  await visit(page, '/likes')
  watch.expectError(500, '/api/profile')
  await page.route('/api/profile', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'request.failed', fields: {} } } }),
  )
  const menu = await openAccountMenu(page, t)
  await menu.getByRole('menuitem', { name: t('shell.account.profile') }).click()
  await expect(page.getByText('500', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.request.failed'))
  await page.unroute('/api/profile')
  await page.getByRole('button', { name: t('shell.error.retry') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profiles.own.title'))
})

test('a member chooses the dark theme, which is remembered', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/notifications')
  const menu = await openAccountMenu(page, t)
  await menu.getByRole('menuitemradio', { name: t('shell.theme.dark') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

const footerLinks = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'pricing',
  'complaints',
  'return-policy',
  'faq',
  'service',
  'safety-tips',
  'accessibility',
] as const

test('each link of the footer opens its page', async ({ page, t }) => {
  await visit(page, '/')
  for (const link of footerLinks) {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t(`shell.footer.${link}`), exact: true })
      .click()
    await expect(page).toHaveURL(`/${link}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
