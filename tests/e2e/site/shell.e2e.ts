import { writeTo } from '../support/chat-steps.ts'
import { expectAccessible, visit, visitConnected } from '../support/screen.ts'
import { barLink, openAccountMenu, pressAccountEntry } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('an unknown page is a 404 with a link home', async ({ page, open, build, t, watch }) => {
  watch.expectError(404, '/nowhere')
  for (const visitor of [page, await open(await build())]) {
    await visit(visitor, '/nowhere/at-all')
    await expect(visitor.getByText('404', { exact: true })).toBeVisible()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(t('errors.request.not_found'))
    await expect(visitor.getByText(t('pages.lost.text'))).toBeVisible()
  }
  await page.getByRole('link', { name: t('shell.error.home') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.hero.title'))
})

test('a member that does not exist, an unknown tab, part of the settings and bundle are 404s too', async ({
  open,
  build,
  watch,
  t,
}) => {
  const page = await open(await build())
  const pages = {
    '/members/aaaaaaaaaaaaaa': 'profiles.not_found',
    '/likes/unknown': 'request.not_found',
    '/notifications/unknown': 'request.not_found',
    '/credits/p9': 'request.not_found',
    '/transactions/aaaaaaaaaaaaaa': 'payments.order_not_found',
  } as const
  for (const [path, code] of Object.entries(pages)) {
    watch.expectError(404, path)
    await visit(page, path)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`errors.${code}`))
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
  await pressAccountEntry(page, t, 'profile')
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

test('the theme that is chosen in one tab is that of the other', async ({ open, build, t }) => {
  const page = await open(await build())
  const other = await page.context().newPage()
  await visit(other, '/notifications')
  await visit(page, '/notifications')
  await (await openAccountMenu(page, t)).getByRole('menuitemradio', { name: t('shell.theme.dark') }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await (await openAccountMenu(other, t)).getByRole('menuitemradio', { name: t('shell.theme.system') }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
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

test('parts of a page that cannot be loaded offer a retry, and the page stays', async ({ open, build, t, watch }) => {
  const page = await open(await build({ credits: 20 }))
  // A failure of the server, and a rejection.
  const failures = { '/api/spending-limit': 500, '/api/credits/statement': 400 }
  for (const [path, status] of Object.entries(failures)) {
    watch.expectError(status, path)
    await page.route(path, (route) => route.fulfill({ status, json: { error: { code: 'request.failed' } } }))
  }
  await visit(page, '/credits')
  const retry = page.getByRole('main').getByRole('button', { name: t('common.retry'), exact: true })
  await expect(retry).toHaveCount(2)
  await expect(page.getByText(t('errors.part_failed'))).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.creditsHeading'))
  for (const path of Object.keys(failures)) await page.unroute(path)
  await retry.first().click()
  await expect(page.getByRole('region', { name: t('payments.limit.title') }).getByRole('textbox')).toBeVisible()
  await retry.click()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(retry).toHaveCount(0)
})

test(
  'an installed app leads back, where no browser has a button for it',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    const page = await open(await build())
    await page.addInitScript(() => {
      const { matchMedia } = window
      window.matchMedia = (query) =>
        Object.defineProperty(matchMedia.call(window, query), 'matches', {
          value: query === '(display-mode: standalone)' || matchMedia.call(window, query).matches,
        })
    })
    await visit(page, '/members')
    const back = page.getByRole('banner').getByRole('button', { name: t('common.back'), exact: true })
    await barLink(page, t, 'likes').click()
    await expect(page).toHaveURL('/likes')
    await expect(back).toHaveCount(0)
    await page.getByRole('link', { name: new RegExp(`^${t('likes.tabs.sent')}`) }).click()
    await expect(page).toHaveURL('/likes/sent')
    await expect(back).toBeVisible()
    await expectAccessible(page)
    await back.click()
    await expect(page).toHaveURL('/likes')
    await expect(back).toHaveCount(0)
  },
)

test('with lb in its address a page reports that it is covered, and without it does not (SHELL-19)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const sent: string[] = []
    Object.assign(globalThis, { sent })
    navigator.sendBeacon = (url) => sent.push(String(url)) > 0
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  })
  /** Covers the page as a browser does, and returns what it has sent. */
  const cover = () =>
    page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      return (globalThis as unknown as { sent: string[] }).sent
    })
  await visit(page, '/login')
  expect(await cover()).toEqual([])
  await visit(page, '/login?lb')
  // The code of the report is loaded beside that of the page.
  await expect.poll(cover).toContain('/api/page-hidden.php')
})

test('without the code of the live updates a page is complete, and the next one has them', async ({
  open,
  build,
  t,
  watch,
}) => {
  watch.expectCuts()
  const page = await open(await build())
  const code = '**/assets/live-for-member-*'
  await page.route(code, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/live-for-member-'))
  await visit(page, '/members')
  await failed
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.unroute(code)
  await barLink(page, t, 'messages').click()
  await expect(page).toHaveURL('/chats')
  await connected
})

test('a message whose announcement cannot be loaded leaves the page, with what is typed on it', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  watch.expectCuts()
  const anna = await build()
  const ben = await build({ gender: 'male', credits: 20 })
  const page = await open(anna)
  await visitConnected(page, '/profile')
  const about = page.getByLabel(t('profiles.about'))
  await about.fill('Sails on Sundays.')
  const code = /\/assets\/(?:\w\w\/)?message-toasts-/
  await page.route(code, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await writeTo(origin, { from: ben, to: anna, body: 'Good evening' })
  await failed
  await expect(barLink(page, t, 'messages')).toContainText('1')
  await expect(about).toHaveValue('Sails on Sundays.')
})
