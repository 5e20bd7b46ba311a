import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'
import { visit, waitForHydration } from '../support/screen.ts'
import { logIn } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('of two quick choices of a language the later one is shown and stored, and one that fails says so', async ({
  page,
  watch,
}) => {
  await visit(page, '/faq')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /: [A-Z]{2}$/ }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  const stored = async () => (await page.context().cookies()).find(({ name }) => name === LANGUAGE_COOKIE)?.value
  const french = /\/assets\/(?:\w\w\/)?catalogue-fr-.*\.js/
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(french, async (route) => {
    await isHeld
    await route.continue()
  })
  const asked = page.waitForRequest(french)
  await choose('Français')
  await asked
  await choose('Deutsch')
  await expect.poll(stored).toBe('de')
  const late = page.waitForResponse(french)
  release()
  await (await late).finished()
  await page.unroute(french)
  await choose('Italiano')
  await expect.poll(stored).toBe('it')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Questions fréquentes/)

  watch.expectCuts()
  await page.reload()
  await waitForHydration(page)
  await page.route(french, (route) => route.abort())
  await choose('Français')
  await expect(page.getByText(translatorFor('it')('errors.request.failed')).first()).toBeVisible()
  expect(await stored()).toBe('it')
})

test('after a log-in the page is in the language of the account, unless one was chosen on the device', async ({
  page,
  build,
}) => {
  const member = await build({ language: 'fr' })
  const html = page.locator('html')
  await page.context().clearCookies()
  await visit(page, '/login?to=%2Flikes%2Fmatches')
  await expect(html).toHaveAttribute('lang', 'en')
  const loaded = page.waitForEvent('load')
  await logIn(page, translatorFor('en'), member)
  await loaded
  await expect(page).toHaveURL('/likes/matches')
  await expect(html).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translatorFor('fr')('likes.title'))

  // What the page still fetches would be rejected without its cookies.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await visit(page, '/login')
  await page.getByRole('button', { name: /: [A-Z]{2}$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(html).toHaveAttribute('lang', 'de')
  await logIn(page, translatorFor('de'), member)
  await expect(page).toHaveURL('/members')
  await expect(html).toHaveAttribute('lang', 'de')
})
