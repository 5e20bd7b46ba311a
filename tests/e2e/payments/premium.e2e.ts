import { TIME_BONUS_DIALOG_MS, TIME_BONUS_MS } from '#contract/limits.ts'
import { HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { expectAccessible, visit, visitConnected } from '../support/screen.ts'
import { openAccountMenu } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a new member sees the end of the welcome bonus, is asked once, and pays less',
  { tag: '@phone' },
  async ({ open, build, t, watch }) => {
    const page = await open(await build({ signedUpMsAgo: HOUR, country: 'NL' }))
    // A clock that jumps makes the page give up a socket whose server had no time to answer.
    watch.expectCuts()
    await page.clock.install()
    await visitConnected(page, '/members')
    const banner = page.getByRole('region', { name: t('payments-bonus.label') })
    await expect(banner).toContainText(/\d\d:\d\d/)
    const before = await banner.textContent()
    // Nothing counts down beside people.
    await page.clock.runFor(2 * SECOND)
    await expect(banner).toHaveText(before ?? '')
    await expectAccessible(page)

    // Leaving the members area stops its clock; coming back starts it again.
    const dialog = page.getByRole('dialog', { name: t('payments-bonus.dialog.title', { rate: 0.25 }) })
    await page.clock.runFor(TIME_BONUS_DIALOG_MS)
    await expect(dialog).toContainText(t('payments-bonus.dialog.text', { rate: 0.25, hours: TIME_BONUS_MS / HOUR }))
    await expectAccessible(page)
    await dialog.getByRole('link', { name: t('payments-bonus.toCredits') }).click()
    await expect(page).toHaveURL('/credits')
    await expect(dialog).toHaveCount(0)
    await expect(banner).toHaveCount(0)
    await expect(page.getByText(t('payments.discount.included', { rate: 0.25 }))).toBeVisible()
    await expect(page.getByRole('link', { name: /26[.,]24/ })).toBeVisible()

    await visitConnected(page, '/members')
    await expect(banner).toBeVisible()
    await page.clock.runFor(2 * TIME_BONUS_DIALOG_MS)
    await expect(dialog).toHaveCount(0)
    // After four hours it is gone without a reload. The server's clock has not jumped: it must not be asked.
    await page.route('**/api/discountcode.php*', (route) => route.abort('internetdisconnected'))
    await page.clock.fastForward(3 * HOUR)
    await expect(banner).toHaveCount(0)
  },
)

test('a device whose clock is an hour ahead shows the true end of the welcome bonus, whose line is closed for good', async ({
  open,
  build,
  t,
  watch,
}) => {
  const earliest = Date.now() + HOUR / 2
  // No member of another test is on the page, which could change while it is hydrated.
  const page = await open(await build({ signedUpMsAgo: 3.5 * HOUR, country: 'BE' }))
  watch.expectCuts()
  // By this clock the four hours are over; by that of the server half an hour is left.
  await page.clock.install({ time: Date.now() + HOUR })
  await visit(page, '/members')
  const line = page.getByRole('region', { name: t('payments-bonus.label') })
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Amsterdam' })
  // The minute may change while the member is built and the page opens.
  const latest = Date.now() + HOUR / 2
  const minutes = Math.ceil((latest - earliest) / MINUTE)
  const ends = Array.from({ length: minutes + 1 }, (_, index) => format.format(earliest + index * MINUTE))
  await expect(line).toContainText(new RegExp(ends.join('|')))
  await line.getByRole('button', { name: t('common.close'), exact: true }).click()
  await expect(line).toHaveCount(0)
  await page.reload()
  await visit(page, '/members')
  await expect(line).toHaveCount(0)
})

test('the bar leads free members to the packages and paying ones to the repeated order', async ({ open, build, t }) => {
  const free = await open(await build({ credits: 12 }))
  await visit(free, '/members')
  // An offer is in the account menu only.
  await expect(free.getByRole('banner').getByRole('link', { name: t('shell.nav.premium') })).toHaveCount(0)
  await free
    .getByRole('banner')
    .getByRole('link', { name: t('shell.nav.creditsLeft', { count: 12 }) })
    .click()
  await expect(free).toHaveURL('/credits')
  await expect(free.getByRole('banner').locator('a[href^="/credits"]')).toHaveCount(0)
  await (await openAccountMenu(free, t)).getByRole('menuitem', { name: t('shell.nav.premium') }).click()
  await expect(free).toHaveURL('/premium')
  await expect(free.getByRole('heading', { level: 1 })).toHaveText(t('payments.premiumHeading'))
  await expect(free.getByRole('banner').locator('a[href^="/credits"]')).toHaveCount(0)
  await expect(free.getByRole('table', { name: t('pricing.compare.title') })).toBeVisible()
  await visit(free, '/me')
  const offer = free.getByRole('main').getByRole('link', { name: t('shell.nav.premium'), exact: true })
  await expect(offer).toHaveAttribute('href', '/premium')

  for (const [credits, hasBadge] of [
    [11, false],
    [10, true],
    [0, true],
  ] as const) {
    const paying = await open(await build({ credits, isPremium: true }))
    await visit(paying, '/likes')
    const link = paying.getByRole('banner').locator('a[href="/credits/repeat-order"]')
    await expect(link).toContainText(t('shell.nav.creditsLeft', { count: credits }))
    // The badge has the number alone; without it the link says how many there are.
    await expect(link).toHaveText(new RegExp(`^${hasBadge ? t('shell.nav.credits') : credits}`))
  }
})

test(
  'the credits leave room for the name of the site on the narrowest phone',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    for (const credits of [1, 628]) {
      const page = await open(await build({ credits, isPremium: true }))
      await page.setViewportSize({ width: 320, height: 640 })
      await visit(page, '/likes')
      const link = page.getByRole('banner').locator('a[href="/credits/repeat-order"]')
      await expect(link).toHaveAccessibleName(new RegExp(t('shell.nav.creditsLeft', { count: credits })))
      await expect.poll(async () => (await link.boundingBox())?.height).toBe(44)
      const name = page.getByRole('banner').getByText('Rendezvous', { exact: true })
      await expect.poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

      // A page under 'Me' has its title in the bar, and the packages have no bar at the bottom.
      await visit(page, '/credits')
      const title = page.getByRole('heading', { level: 1, name: t('payments.creditsHeading') })
      await expect.poll(async () => (await title.boundingBox())?.y).toBe(0)
      await expect(name).toBeHidden()
      await expect(page.getByRole('navigation', { name: t('shell.nav.label') })).toBeHidden()
    }
  },
)

test('one page says what costs what, to visitors too', { tag: '@phone' }, async ({ page, t }) => {
  await visit(page, '/pricing')
  await expect(page.getByRole('banner').getByRole('link', { name: t('shell.nav.signup'), exact: true })).toBeVisible()
  const costs = page.getByRole('table', { name: t('pricing.costs.title') })
  for (const row of ['text', 'photo', 'gift', 'unlock'] as const)
    await expect(costs.getByRole('rowheader', { name: t(`pricing.costs.${row}`) })).toBeVisible()
  await page.getByRole('heading', { name: t('pricing.countries.title') }).click()
  const countries = page.getByRole('region', { name: t('pricing.countries.title') }).getByRole('row')
  await expect(countries).toHaveCount(19)
})
